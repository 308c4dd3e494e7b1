/** Trouble, or news, in words: what happened, why, what to do. */
import { CircleX, Info, TriangleAlert, X } from "lucide-react";
import type { ReactNode } from "react";
import { IconButton } from "./Button.tsx";
import styles from "./Notice.module.css";

const kinds = {
  info: { icon: Info, word: "Note", role: "status" },
  warning: { icon: TriangleAlert, word: "Warning", role: "alert" },
  error: { icon: CircleX, word: "Error", role: "alert" },
} as const;

export interface NoticeProps {
  readonly severity: keyof typeof kinds;
  /** What happened, in one sentence. */
  readonly title: ReactNode;
  /** Why, and what to do. */
  readonly children?: ReactNode;
  /** Buttons that do it. */
  readonly actions?: ReactNode;
  /** `false` for a notice that was there from the start and need not interrupt a screen reader. */
  readonly isLive?: boolean;
  readonly onDismiss?: () => void;
}

/** A notice in the flow of the page: `alert` for warnings and errors, `status` for news. */
export function Notice(props: NoticeProps) {
  const { severity, title, children, actions, isLive = true, onDismiss } = props;
  const { icon: Icon, word, role } = kinds[severity];
  return (
    <div role={isLive ? role : "note"} className={styles.notice} data-severity={severity}>
      <Icon role="img" aria-label={word} className={styles.icon} />
      <div className={styles.words}>
        <p className={styles.title}>{title}</p>
        {children && <div className={styles.more}>{children}</div>}
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
      {onDismiss && <IconButton label="Dismiss" icon={X} size="small" onPress={onDismiss} />}
    </div>
  );
}
