/** The spans of the chosen time as a table, for the keyboard and for assistive technology. */
import { memo, useMemo, useState } from "react";
import { formatDuration } from "../../../messages/quantities.ts";
import { Button } from "../../../ui/Button.tsx";
import { Text } from "../../../ui/primitives/Text.tsx";
import { secondsText } from "../range/rangeText.ts";
import { laneNames } from "./laneTexts.ts";
import type { Span } from "./spans/spans.ts";
import { spansIn, type TimelineSession, type TimeRange } from "./spans/timelineSessions.ts";
import styles from "./ToolTable.module.css";

interface SpanTableProps {
  readonly session: TimelineSession;
  readonly range: TimeRange;
  /** The time that is shown as 0. */
  readonly zero: number;
  readonly selectedSeq: number | undefined;
  readonly onSelect: (seq: number) => void;
}

/** Rows that are added at once. */
const rowsAtOnce = 100;

export const SpanTable = memo((props: SpanTableProps) => {
  const { session, range, zero, selectedSeq, onSelect } = props;
  const [shown, setShown] = useState(rowsAtOnce);
  const spans = useMemo(
    () =>
      session.lanes
        .flatMap((lane) => spansIn(lane, range))
        .sort((one, other) => one.start - other.start),
    [session, range],
  );
  const rest = spans.length - shown;
  return (
    <>
      <table aria-label="Spans" className={styles.table}>
        <thead>
          <tr>
            <th scope="col">name</th>
            <th scope="col">lane</th>
            <th scope="col">began</th>
            <th scope="col">took</th>
            <th scope="col">outcome</th>
          </tr>
        </thead>
        <tbody>
          {spans.slice(0, shown).map((span, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a call and its task are of the same entry
            <tr key={`${span.seq}-${at}`} data-selected={span.seq === selectedSeq || undefined}>
              <th scope="row">
                <button
                  type="button"
                  aria-pressed={span.seq === selectedSeq}
                  className={styles.pick}
                  onClick={() => onSelect(span.seq)}
                >
                  <Text isMono isCut dir="auto">
                    {span.name}
                  </Text>
                </button>
              </th>
              <td>{laneNames[span.lane]}</td>
              <td>{secondsText(span.start, 0, zero)}</td>
              <td>{tookOf(span)}</td>
              <td>
                <Text tone={span.isFailed ? "violation" : "muted"}>{outcomeOf(span)}</Text>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {rest > 0 && (
        <Button size="small" variant="quiet" onPress={() => setShown(shown + rowsAtOnce)}>
          {`Show ${Math.min(rest, rowsAtOnce)} more of ${rest.toLocaleString("en")}`}
        </Button>
      )}
    </>
  );
});

function tookOf({ ms, isNetworkTime }: Span): string {
  return ms === undefined ? "–" : formatDuration(ms, isNetworkTime);
}

function outcomeOf({ isFailed, end }: Span): string {
  if (isFailed) return "failed";
  return end === undefined ? "goes on" : "ended";
}
