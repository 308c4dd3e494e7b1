/** A message box: what happened, why, what to do. */
import { CircleX, Info, TriangleAlert, X } from "lucide-react";
import type { ReactNode } from "react";
import { IconButton } from "./Button.tsx";
import styles from "./Notice.module.css";

const kinds = {
  info: { icon: Info, label: "Note", role: "status" },
  warning: { icon: TriangleAlert, label: "Warning", role: "alert" },
  error: { icon: CircleX, label: "Error", role: "alert" },
} as const;

interface NoticeProps {
  readonly severity: keyof typeof kinds;
  /** What happened, in one sentence. */
  readonly title: ReactNode;
  /** Why, and what to do. */
  readonly children?: ReactNode;
  /** Buttons for the suggested actions. */
  readonly actions?: ReactNode;
  /** `false` for a notice that is present from the start: it is not announced. */
  readonly isLive?: boolean;
  readonly onDismiss?: () => void;
}

/** Rendered in the flow of the page, as `alert` for warnings and errors, as `status` for information. */
export function Notice(props: NoticeProps) {
  const { severity, title, children, actions, isLive = true, onDismiss } = props;
  const { icon: Icon, label, role } = kinds[severity];
  return (
    <div role={isLive ? role : "note"} className={styles.notice} data-severity={severity}>
      <Icon role="img" aria-label={label} className={styles.icon} />
      <div className={styles.text} data-brief={!children || undefined}>
        <p className={styles.title}>{title}</p>
        {children && <div className={styles.more}>{children}</div>}
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
      {onDismiss && <IconButton label="Dismiss" icon={X} size="small" onPress={onDismiss} />}
    </div>
  );
}
