/** A row of a list that shows something when it is pressed. */
import type { ReactNode } from "react";
import { cx } from "../cx.ts";
import styles from "./RowButton.module.css";

interface RowButtonProps {
  /** Whether it is the selected row. */
  readonly isCurrent?: boolean;
  /** Whether it has the background of a selected row without being the selected one. */
  readonly isMarked?: boolean;
  readonly isCompact?: boolean;
  readonly className?: string | undefined;
  readonly onPress: () => void;
  readonly children: ReactNode;
}

export function RowButton(props: RowButtonProps) {
  const { isCurrent, isMarked, isCompact, className, onPress, children } = props;
  return (
    <button
      type="button"
      aria-current={isCurrent || undefined}
      data-marked={isMarked || undefined}
      data-compact={isCompact || undefined}
      className={cx(styles.row, className)}
      onClick={onPress}
    >
      {children}
    </button>
  );
}
