/** A placeholder for a view without content. */
import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import styles from "./EmptyState.module.css";

export interface EmptyStateProps {
  readonly icon?: LucideIcon;
  /** What is missing, in a few words. */
  readonly title: string;
  /** Why, and how to get it. */
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
}

/** Fills and centres in its container. */
export function EmptyState(props: EmptyStateProps) {
  const { icon: Icon, title, children, actions } = props;
  return (
    <div className={styles.empty}>
      {Icon && <Icon aria-hidden="true" className={styles.icon} />}
      <p className={styles.title}>{title}</p>
      {children && <div className={styles.body}>{children}</div>}
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  );
}
