/** The head of a message's details: its name, the words of its failure, and how its time was spent. */
import { initiatorText } from "../../../messages/InitiatorMark.tsx";
import {
  formatDuration,
  formatMs,
  formatSize,
  formatTimeOfDay,
} from "../../../messages/quantities.ts";
import { Text } from "../../../ui/primitives/Text.tsx";
import type { LogIndex } from "../messages/logIndex.ts";
import { DirectionSign } from "../messages/row/MessageRow.tsx";
import { type Bar, barsOf } from "../messages/row/rowBars.ts";
import { rowCauseOf } from "../messages/rowCause.ts";
import type { DetailParts } from "./detailParts.ts";
import styles from "./MessageDetail.module.css";

interface HeadProps {
  readonly parts: DetailParts;
  readonly index: LogIndex;
}

/** The name, the method and the id, and the time of day. */
export function DetailTitle({ parts: { first, row } }: HeadProps) {
  if (!row) return null;
  const { subject, method, summary, kinds, ids } = row;
  const isRequest = kinds.includes("request") && ids.length > 0;
  const about = [
    subject && method,
    isRequest && `${kinds.length > 1 ? "requests" : "request"} ${ids.join(", ")}`,
    formatTimeOfDay(performance.timeOrigin + first.at).slice(0, -4),
  ];
  return (
    <h3 className={styles.title}>
      <DirectionSign entry={first} />
      <span className={styles.name}>{subject || method || summary}</span>
      <span className={styles.about}>{about.filter(Boolean).join(" · ")}</span>
    </h3>
  );
}

/** Why it failed, or how the client ended it: the words first, then the code. */
export function DetailFailure({ parts: { row, ended, waitsFor } }: Pick<HeadProps, "parts">) {
  if (!row) return null;
  if (ended) return <p className={styles.ended}>{endTexts[ended]}</p>;
  const hasFailed = row.state?.kind === "failed" || row.tone === "violation";
  // an event is named by its words
  if (!hasFailed || waitsFor || !(row.subject || row.method)) return null;
  const code = row.state?.words ?? "";
  const words = row.summary || code;
  const isCode = /^-?\d+$/.test(code);
  return (
    <p className={styles.failure}>
      <b>{words}</b>
      {code !== words && code !== "failed" && ` · ${isCode ? `error ${code}` : code}`}
    </p>
  );
}

const endTexts = {
  "timed out": "The request timed out before it was answered.",
  disconnected: "The client disconnected before the request was answered.",
  cancelled: "The request was cancelled before it was answered.",
} as const;

/** How long it took and what that was spent on, its size and who caused it. */
export function DetailFacts({ parts, index }: HeadProps) {
  const { first, group, response, row, waitsFor } = parts;
  const bars = group ? barsOf(group, index) : [];
  const cause = rowCauseOf(first, index);
  const all = row?.ms;
  const [waited, queued] = [spentOn("you", bars, index), spentOn("queued", bars, index)];
  const size = (response ?? first).size;
  const isOwn = group?.head.direction !== "in";
  // that of an answered request is without the wait
  const isInAll = waited > 0 && isOwn && parts.ended !== undefined;
  return (
    <ul className={styles.facts}>
      {all !== undefined && row && (
        <li>
          <Text weight="strong">{formatDuration(all, row.isNetworkTime)}</Text>
          {isInAll && " in all"}
        </li>
      )}
      {queued >= minShare && <Share kind="queued">{`queued for ${formatMs(queued)}`}</Share>}
      {waited >= minShare && isOwn && (
        <>
          <Share kind="you">{`${formatMs(waited)} waiting for you`}</Share>
          {all !== undefined && isInAll && (
            <Share kind="server">{`${formatMs(Math.max(0, all - waited))} server`}</Share>
          )}
        </>
      )}
      {group && !response && !waitsFor && !parts.ended && <li>no response</li>}
      {size > 0 && <li>{formatSize(size)}</li>}
      {cause && <li>{`caused ${initiatorText(cause)}`}</li>}
    </ul>
  );
}

/** Milliseconds from which a share of the time is told. */
const minShare = 1;

function spentOn(kind: Bar["kind"], bars: readonly Bar[], index: LogIndex): number {
  return bars
    .filter((bar) => bar.kind === kind)
    .reduce((sum, { start, end }) => sum + Math.max(0, (end ?? index.end()) - start), 0);
}

function Share({ kind, children }: { kind: Bar["kind"]; children: string }) {
  return (
    <li>
      <span aria-hidden="true" className={styles.share} data-kind={kind} />
      {children}
    </li>
  );
}
