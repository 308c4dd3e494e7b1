/** Lists the rows of Traffic that prove a statement; each leads to its place there. */
import { type ReactNode, useEffect, useState } from "react";
import { type Excerpt, excerptAt } from "../../../shared/core/json/excerpt.ts";
import { escapeHidden } from "../../../shared/core/text/visibleText.ts";
import type { Entry } from "../../../shared/log/entry.ts";
import { messageText } from "../../../shared/log/messageText.ts";
import { formatCount, formatElapsed } from "../../messages/quantities.ts";
import { useStores } from "../../stores/StoresContext.tsx";
import { useFindings } from "../hooks/useFindings.ts";
import styles from "./EvidenceRows.module.css";
import { createLogIndex, type LogIndex } from "./messages/logIndex.ts";
import { FindingsMark } from "./messages/row/FindingsMark.tsx";
import columns from "./messages/row/MessageRow.module.css";
import { DirectionSign, MessageName } from "./messages/row/MessageRow.tsx";
import { RowStateSign } from "./messages/row/RowStateSign.tsx";
import { nameOfRow } from "./messages/row/rowName.ts";
import { evidenceRowOf } from "./messages/rows.ts";

/** More are counted: a scenario may send many messages. */
const maxRows = 8;

interface EvidenceRowsProps {
  /** Numbers of entries of the log; those without a row of their own are left out. */
  readonly seqs: readonly number[];
  /** The wrong place of the last of them, as an RFC 6901 JSON pointer. */
  readonly pointer?: string | undefined;
  readonly index: LogIndex;
}

export type RenderEvidence = (seqs: readonly number[], pointer?: string) => ReactNode;

/** Renders evidence; what is rendered shares an index of the log, so that each entry is read once. */
export function useEvidence(): RenderEvidence {
  const [index] = useState(() => createLogIndex());
  return (seqs, pointer) => <EvidenceRows seqs={seqs} pointer={pointer} index={index} />;
}

function EvidenceRows({ seqs, pointer, index }: EvidenceRowsProps) {
  const { traffic, view } = useStores();
  const findings = useFindings();
  index.update(traffic.log.snapshot());
  const rows = [...new Set(seqs)].flatMap((seq) => {
    const entry = index.entry(seq);
    const row = entry && evidenceRowOf(entry, index);
    return row ? [{ entry, row }] : [];
  });
  if (rows.length === 0) return null;
  return (
    <ul aria-label="Evidence" className={styles.rows}>
      {rows.slice(0, maxRows).map(({ entry, row }) => (
        <li key={entry.seq}>
          <button type="button" className={styles.row} onClick={() => view.showEntry(entry.seq)}>
            <span className={columns.direction}>
              <DirectionSign entry={entry} />
            </span>
            <span className={columns.time}>
              {formatElapsed(entry.at - index.zero(entry.connectionId))}
            </span>
            <span className={columns.what}>
              <MessageName {...nameOfRow(row, "alone")} />
              <span className={columns.summary}>{row.summary}</span>
            </span>
            <span className={columns.state}>
              {findings.of(entry.seq).length > 0 && (
                <FindingsMark findings={findings.of(entry.seq)} />
              )}
              {row.state && <RowStateSign state={row.state} tone={row.tone} />}
            </span>
          </button>
          {pointer !== undefined && entry.seq === seqs.at(-1) && (
            <MarkedPlace entry={entry} pointer={pointer} />
          )}
        </li>
      ))}
      {rows.length > maxRows && (
        <li className={styles.more}>{formatCount(rows.length - maxRows, "more message")}</li>
      )}
    </ul>
  );
}

interface MarkedPlaceProps {
  readonly entry: Entry;
  /** An RFC 6901 JSON pointer into its message. */
  readonly pointer: string;
}

/** Bytes of a message that are searched for the place. */
const maxBytes = 1_000_000;

/** A part of a message, with the place that matters marked. */
function MarkedPlace({ entry, pointer }: MarkedPlaceProps) {
  const { log } = useStores().traffic;
  const [excerpt, setExcerpt] = useState<Excerpt>();
  const { seq } = entry;
  const carrier = entry.kind === "message" ? entry.carrier : undefined;
  const isRead = carrier !== undefined && entry.size <= maxBytes;
  useEffect(() => {
    let isCurrent = true;
    setExcerpt(undefined);
    if (!isRead) return;
    log.read(seq).then(
      (bytes) => {
        if (isCurrent) setExcerpt(excerptAt(messageText(carrier, bytes), pointer));
      },
      () => {},
    );
    return () => {
      isCurrent = false;
    };
  }, [log, seq, carrier, isRead, pointer]);
  if (!excerpt) return null;
  return (
    <p className={styles.place}>
      {escapeHidden(excerpt.before)}
      <mark>{escapeHidden(excerpt.value)}</mark>
      {escapeHidden(excerpt.after)}
    </p>
  );
}
