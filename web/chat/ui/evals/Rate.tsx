/** A rate of passed runs with its interval, as text and as a bar. */
import { fewRuns, type Passed, wilsonInterval } from "../../../../shared/evals/wilson.ts";
import { Text } from "../../../ui/primitives/Text.tsx";
import styles from "./Evals.module.css";

export function Rate({ passed, count }: Passed) {
  if (count === 0) return <Text tone="faint">–</Text>;
  const { from, to } = wilsonInterval(passed, count);
  const percent = (rate: number) => Math.round(rate * 100);
  const interval = `${percent(from)} to ${percent(to)} %`;
  const state = passed === count ? "all" : passed === 0 ? "none" : "some";
  return (
    <span
      className={styles.rate}
      data-state={state}
      title={
        count < fewRuns
          ? `95 % interval: ${interval}. Too few runs for a rate.`
          : `95 % interval: ${interval}`
      }
    >
      <span>
        {passed} of {count}
      </span>
      <span className={styles.interval}>
        <span style={{ insetInlineStart: `${100 * from}%`, inlineSize: `${100 * (to - from)}%` }} />
        <span style={{ insetInlineStart: `calc(${(100 * passed) / count}% - 1px)` }} />
      </span>
      <span className={styles.percent}>{interval}</span>
    </span>
  );
}
