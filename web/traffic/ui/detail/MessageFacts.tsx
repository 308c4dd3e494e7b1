/** Shows a message's kind, time, duration and size. */
import type { Entry } from "../../../../shared/log/entry.ts";
import type { MessagePair } from "../../../../shared/log/messagePairs.ts";
import {
  formatCount,
  formatDuration,
  formatElapsed,
  formatMs,
  formatTimeOfDay,
} from "../../../messages/quantities.ts";
import type { LogIndex } from "../messages/logIndex.ts";
import { DirectionSign } from "../messages/row/MessageRow.tsx";
import type { Row } from "../messages/rows.ts";
import styles from "./MessageDetail.module.css";

export function MessageFacts(props: { entry: Entry; row: Row; index: LogIndex }) {
  const { entry, row, index } = props;
  const pair = index.pair(entry.seq);
  const asks = row.kinds.includes("request");
  const facts = [
    row.method && row.summary,
    pair?.waitedMs !== undefined && pair.waitedMs >= 1 && `queued for ${formatMs(pair.waitedMs)}`,
    pair && durationText(pair, entry, row.ms === undefined),
    pair?.readMs !== undefined && `read by the page ${formatMs(pair.readMs)} later`,
    asks && !pair && (index.isOpen(entry) ? "no response yet" : "no response"),
    entry.size > 0 && formatCount(entry.size, "byte"),
    `at ${formatElapsed(entry.at - index.zero())} s`,
    formatTimeOfDay(performance.timeOrigin + entry.at),
  ].filter((fact) => typeof fact === "string" && fact !== "");
  return (
    <div className={styles.facts}>
      <h3 className={styles.title}>
        <DirectionSign entry={entry} />
        <span className={styles.method}>{row.method || row.summary}</span>
        {row.subject && <span className={styles.subject}>{row.subject}</span>}
      </h3>
      <p className={styles.measures}>{facts.join(" · ")}</p>
    </div>
  );
}

/** Formats the duration with the clock that measured it. */
function durationText({ ms, readMs }: MessagePair, entry: Entry, isRequest: boolean): string {
  const isNetworkTime = readMs !== undefined;
  const networkClock =
    entry.kind === "message" && entry.carrier === "stdio"
      ? " by the relay's clock"
      : " on the network";
  const clock = isNetworkTime ? networkClock : " by the page's own clock";
  return `${formatDuration(ms, isNetworkTime)}${isRequest ? " until the response" : ""}${clock}`;
}
