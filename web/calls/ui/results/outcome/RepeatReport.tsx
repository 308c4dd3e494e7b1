/** Shows how long the calls of a series took: percentiles and a histogram. */
import { Square, X } from "lucide-react";
import { useMemo } from "react";
import { useStore } from "zustand";
import { formatMs } from "../../../../messages/quantities.ts";
import { useStores } from "../../../../stores/StoresContext.tsx";
import { Button, IconButton } from "../../../../ui/Button.tsx";
import { repeatKey } from "../../../store/repeats.ts";
import { histogram, summarize } from "../latency.ts";
import styles from "./RepeatReport.module.css";

/** Bars of the histogram. */
const bins = 24;

interface RepeatReportProps {
  readonly serverId: string;
  readonly itemKey: string;
}

export function RepeatReport({ serverId, itemKey }: RepeatReportProps) {
  const { calls, clock } = useStores();
  const { repeats } = calls;
  const series = useStore(repeats, (all) => all.get(repeatKey(serverId, itemKey)));
  const times = series?.times;
  const summary = useMemo(
    () => (times && times.length > 0 ? summarize(times) : undefined),
    [times],
  );
  if (!series) return null;
  const { plan, failed, toolErrors, startedAt, endedAt } = series;
  const ended = series.times.length + failed;
  const seconds = ((endedAt ?? clock.now()) - startedAt) / 1000;
  return (
    <section
      aria-label="Series of calls"
      aria-busy={endedAt === undefined}
      className={styles.report}
    >
      <header className={styles.head}>
        <h3 className={styles.heading}>Series</h3>
        <span role="status" className={styles.facts}>
          {ended} of {plan.calls} calls
          {plan.parallel > 1 && `, ${plan.parallel} at the same time`}
          {failed > 0 && `, ${failed} failed`}
          {toolErrors > 0 && `, ${toolErrors} with isError`}
          {ended > 0 && seconds > 0 && `, ${(ended / seconds).toFixed(1)} per second`}
        </span>
        {endedAt === undefined ? (
          <Button size="small" icon={Square} onPress={() => repeats.cancel(serverId, itemKey)}>
            Stop series
          </Button>
        ) : (
          <IconButton
            label="Close series"
            icon={X}
            size="small"
            onPress={() => repeats.remove(serverId, itemKey)}
          />
        )}
      </header>
      {summary && times && (
        <>
          <dl className={styles.numbers}>
            {(["min", "p50", "p90", "p99", "max", "mean"] as const).map((name) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{formatMs(summary[name])}</dd>
              </div>
            ))}
          </dl>
          <Histogram times={times} />
        </>
      )}
    </section>
  );
}

function Histogram({ times }: { times: readonly number[] }) {
  const bars = histogram(times, bins);
  const highest = Math.max(...bars.map(({ count }) => count));
  const [first, last] = [bars[0], bars.at(-1)];
  return (
    <figure className={styles.histogram}>
      <div role="img" aria-label={`Histogram of ${times.length} durations`} className={styles.bars}>
        {bars.map(({ from, to, count }) => (
          <span
            key={from}
            title={`${formatMs(from)} to ${formatMs(to)}: ${count}`}
            style={{ blockSize: `${(count / highest) * 100}%` }}
          />
        ))}
      </div>
      <figcaption className={styles.axis}>
        <span>{formatMs(first?.from ?? 0)}</span>
        <span>{formatMs(last?.to ?? 0)}</span>
      </figcaption>
    </figure>
  );
}
