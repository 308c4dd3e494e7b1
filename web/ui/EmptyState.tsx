/** A placeholder for a view without content. */
import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import styles from "./EmptyState.module.css";
import { Row, Stack } from "./primitives/Layout.tsx";
import { Text } from "./primitives/Text.tsx";

interface EmptyStateProps {
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
    <Stack gap={1} align="center" className={styles.empty}>
      {Icon && <Icon aria-hidden="true" className={styles.icon} />}
      <Text as="p" weight="medium" tone="muted">
        {title}
      </Text>
      {children && (
        <Text as="div" size="small" tone="faint" className={styles.body}>
          {children}
        </Text>
      )}
      {actions && (
        <Row wraps className={styles.actions}>
          {actions}
        </Row>
      )}
    </Stack>
  );
}
