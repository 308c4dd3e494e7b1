/** A progress bar, determinate or indeterminate. */
import { ProgressBar as AriaProgressBar } from "react-aria-components";
import { cx } from "./cx.ts";
import { FieldLabel } from "./fields/Field.tsx";
import styles from "./ProgressBar.module.css";
import { Row } from "./primitives/Layout.tsx";

interface ProgressBarProps {
  /** Its accessible name. */
  readonly label: string;
  readonly hideLabel?: boolean;
  /** Completed amount. Without `max` the bar is indeterminate. */
  readonly value: number;
  readonly max?: number | undefined;
  /** Progress message of the server; shown and announced instead of a percentage. */
  readonly message?: string | undefined;
}

/** Animated while indeterminate. */
export function ProgressBar(props: ProgressBarProps) {
  const { label, hideLabel, value, max, message } = props;
  const isIndeterminate = max === undefined || max <= 0;
  return (
    <AriaProgressBar
      value={value}
      isIndeterminate={isIndeterminate}
      {...(!isIndeterminate && { maxValue: max })}
      {...(message !== undefined && { valueLabel: message })}
      className={cx(styles.progress)}
    >
      {({ percentage, valueText }) => (
        <>
          <Row align="baseline" className={styles.header}>
            <FieldLabel label={label} hideLabel={hideLabel} />
            <span className={styles.value}>{message ?? valueText}</span>
          </Row>
          <div className={styles.track}>
            <div
              className={isIndeterminate ? styles.moving : styles.fill}
              style={isIndeterminate ? undefined : { inlineSize: `${percentage}%` }}
            />
          </div>
        </>
      )}
    </AriaProgressBar>
  );
}
