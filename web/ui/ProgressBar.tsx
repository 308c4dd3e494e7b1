/** How far work has come. */
import { ProgressBar as AriaProgressBar } from "react-aria-components";
import { cx } from "./cx.ts";
import { FieldLabel } from "./fields/Field.tsx";
import styles from "./ProgressBar.module.css";

export interface ProgressBarProps {
  /** Its accessible name. */
  readonly label: string;
  readonly hideLabel?: boolean;
  /** What is done, and of how much; without `max` the end is not known. */
  readonly value: number;
  readonly max?: number | undefined;
  /** The state in words, as the server tells it; shown, and read instead of a percentage. */
  readonly words?: string | undefined;
}

/** A progressbar; where the end is not known it moves to show that work goes on. */
export function ProgressBar(props: ProgressBarProps) {
  const { label, hideLabel, value, max, words } = props;
  const isIndeterminate = max === undefined || max <= 0;
  return (
    <AriaProgressBar
      value={value}
      isIndeterminate={isIndeterminate}
      {...(!isIndeterminate && { maxValue: max })}
      {...(words !== undefined && { valueLabel: words })}
      className={cx(styles.progress)}
    >
      {({ percentage, valueText }) => (
        <>
          <div className={styles.words}>
            <FieldLabel label={label} hideLabel={hideLabel} />
            <span className={styles.value}>{words ?? valueText}</span>
          </div>
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
