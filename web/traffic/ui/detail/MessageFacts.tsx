/** Shows a message's name, time, duration and size. */
import type { Entry } from "../../../../shared/log/entry.ts";
import type { MessagePair } from "../../../../shared/log/messagePairs.ts";
import { initiatorText } from "../../../messages/InitiatorMark.tsx";
import {
  formatCount,
  formatDuration,
  formatElapsed,
  formatMs,
  formatSize,
} from "../../../messages/quantities.ts";
import type { LogIndex } from "../messages/logIndex.ts";
import { DirectionSign } from "../messages/row/MessageRow.tsx";
import type { Row } from "../messages/rows.ts";
import styles from "./MessageDetail.module.css";

interface FactsProps {
  readonly entry: Entry;
  readonly row: Row;
  readonly index: LogIndex;
}

/** The name, then how long it took and its size. */
export function MessageTitle({ entry, row, index }: FactsProps) {
  const pair = index.pair(entry.seq);
  const name = row.subject || row.method || row.summary;
  const facts = [
    pair && formatDuration(pair.ms, pair.readMs !== undefined),
    entry.size > 0 && formatSize(entry.size),
  ].filter(Boolean);
  return (
    <h3 className={styles.title}>
      <DirectionSign entry={entry} />
      <span className={styles.method}>{name}</span>
      {row.subject && <span className={styles.subject}>{row.method}</span>}
      <span className={styles.measures}>{facts.join(" · ")}</span>
    </h3>
  );
}

/** When it was, and by which clock. */
export function MessageFacts({ entry, row, index }: FactsProps) {
  const pair = index.pair(entry.seq);
  const asks = row.kinds.includes("request");
  const initiator = index.initiator(entry);
  const facts = [
    row.method && row.summary,
    initiator && `caused ${initiatorText(initiator)}`,
    pair?.waitedMs !== undefined && pair.waitedMs >= 1 && `queued for ${formatMs(pair.waitedMs)}`,
    pair && durationText(pair, entry, row.ms === undefined),
    pair?.readMs !== undefined && `read by the page ${formatMs(pair.readMs)} later`,
    asks && !pair && (index.isOpen(entry) ? "no response yet" : "no response"),
    entry.size > 0 && formatCount(entry.size, "byte"),
    `at ${formatElapsed(entry.at - index.zero(entry.connectionId))} s`,
  ].filter((fact) => typeof fact === "string" && fact !== "");
  return <p>{facts.join(" · ")}</p>;
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
