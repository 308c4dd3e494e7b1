/** Draws bars on a time axis whose length is the custom property `--span` in milliseconds. */
import type { CSSProperties } from "react";
import type { Bar } from "./rowBars.ts";
import styles from "./Waterfall.module.css";

interface Props {
  readonly bars: readonly Bar[];
  /** The time at the start of the axis, in milliseconds of the log's clock. */
  readonly zero: number;
}

/** Numbers beside it say the same, so assistive technology does not get it. */
export function Waterfall({ bars, zero }: Props) {
  return (
    <span aria-hidden="true" className={styles.lane}>
      {bars.map((bar, at) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: bars have no identity
          key={at}
          className={styles.bar}
          data-kind={bar.kind}
          data-open={bar.end === undefined || undefined}
          style={placeOf(bar, zero)}
        />
      ))}
    </span>
  );
}

function placeOf({ start, end }: Bar, zero: number): CSSProperties {
  const length = end === undefined ? undefined : end - start;
  return { "--start": start - zero, "--length": length } as CSSProperties;
}
