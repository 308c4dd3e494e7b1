/** Says when a message was sent or received, by which clock, and how exact its text is. */
import type { Entry } from "../../../../shared/log/entry.ts";
import type { MessagePair } from "../../../../shared/log/messagePairs.ts";
import { initiatorText } from "../../../messages/InitiatorMark.tsx";
import {
  formatCount,
  formatDuration,
  formatElapsed,
  formatMs,
} from "../../../messages/quantities.ts";
import type { LogIndex } from "../messages/logIndex.ts";
import { rowOf } from "../messages/rows.ts";
import { fidelityText } from "./fidelityText.ts";
import styles from "./MessageDetail.module.css";

export function MessageFacts({ entry, index }: { entry: Entry; index: LogIndex }) {
  const row = rowOf(entry, index);
  const pair = index.pair(entry.seq);
  const isRelayed = index.exchange(entry)?.response?.http.httpVersion !== undefined;
  const isRecorded = index.source(entry.connectionId) !== undefined;
  const initiator = index.initiator(entry);
  const facts = [
    initiator && `caused ${initiatorText(initiator)}`,
    pair?.waitedMs !== undefined && pair.waitedMs >= 1 && `queued for ${formatMs(pair.waitedMs)}`,
    pair && durationText(pair, entry, row?.ms === undefined),
    pair?.personMs !== undefined && `${formatMs(pair.personMs)} waiting for you`,
    pair?.readMs !== undefined && `read by the page ${formatMs(pair.readMs)} later`,
    entry.size > 0 && formatCount(entry.size, "byte"),
    `at ${formatElapsed(entry.at - index.zero(entry.connectionId))} s`,
  ].filter((fact) => typeof fact === "string" && fact !== "");
  return (
    <p className={styles.note}>
      {facts.join(" · ")}.{" "}
      {fidelityText(entry, isRecorded ? "recording" : isRelayed ? "relay" : "browser")}
    </p>
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
