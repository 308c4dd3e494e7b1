/** Lists the rows of Traffic that prove a statement; each leads to its place there. */
import { type ReactNode, useState } from "react";
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
  readonly index: LogIndex;
}

/** Renders evidence; what is rendered shares an index of the log, so that each entry is read once. */
export function useEvidence(): (seqs: readonly number[]) => ReactNode {
  const [index] = useState(() => createLogIndex());
  return (seqs) => <EvidenceRows seqs={seqs} index={index} />;
}

function EvidenceRows({ seqs, index }: EvidenceRowsProps) {
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
        </li>
      ))}
      {rows.length > maxRows && (
        <li className={styles.more}>{formatCount(rows.length - maxRows, "more message")}</li>
      )}
    </ul>
  );
}
