/** One row of Traffic. */
import { ArrowLeft, ArrowRight } from "lucide-react";
import { memo, type ReactNode } from "react";
import type { Finding } from "../../../../shared/lint/finding.ts";
import type { Direction, Entry } from "../../../../shared/log/entry.ts";
import type { Pair } from "../../../../shared/log/pairing.ts";
import {
  formatElapsed,
  formatMs,
  formatSize,
  formatTimeOfDay,
} from "../../../messages/quantities.ts";
import { VisuallyHidden } from "../../../ui/VisuallyHidden.tsx";
import { FindingsMark } from "./FindingsMark.tsx";
import type { LogIndex } from "./logIndex.ts";
import styles from "./MessageRow.module.css";
import { divides, rowOf } from "./rows.ts";

interface Props {
  readonly id: string;
  readonly entry: Entry;
  readonly index: LogIndex;
  /** What the index says of the entry; here so that the row is drawn anew when it changes. */
  readonly pair: Pair | undefined;
  /** Whether its answer may still come. */
  readonly isOpen: boolean;
  readonly findings: readonly Finding[];
  /** From 0. */
  readonly position: number;
  /** Pixels from the beginning of the list. */
  readonly top: number;
  readonly isSelected: boolean;
  readonly isCounterpart: boolean;
}

/** Drawn again only when something in it is new. */
export const MessageRow = memo(function MessageRow(props: Props) {
  const { id, entry, index, position, top, isOpen, findings, isSelected, isCounterpart } = props;
  const row = rowOf(entry, index);
  if (!row) return null;
  const isDivider = divides(row);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table cannot draw some of its rows only
    // biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus and names the row in aria-activedescendant
    <div
      id={id}
      role="row"
      aria-rowindex={position + 1}
      aria-selected={isSelected}
      data-seq={entry.seq}
      data-tone={row.tone}
      data-divider={isDivider || undefined}
      data-counterpart={isCounterpart || undefined}
      className={styles.row}
      style={{ transform: `translateY(${top}px)` }}
    >
      {!isDivider && (
        <Cell className={styles.direction}>
          <DirectionSign direction={entry.direction} />
        </Cell>
      )}
      <Cell className={styles.time} title={formatTimeOfDay(performance.timeOrigin + entry.at)}>
        {formatElapsed(entry.at - index.began(entry))}
      </Cell>
      {isDivider ? (
        <Cell className={styles.turn}>{row.summary}</Cell>
      ) : (
        <>
          <Cell className={styles.method}>
            {row.method}
            {row.subject && <span className={styles.subject}>{` ${row.subject}`}</span>}
          </Cell>
          <Cell className={styles.summary}>{row.summary}</Cell>
          {findings.length > 0 && (
            <Cell className={styles.findings}>
              <FindingsMark findings={findings} />
            </Cell>
          )}
          <Cell className={styles.duration}>
            {row.ms !== undefined && formatMs(row.ms)}
            {isOpen && <Waiting />}
          </Cell>
          <Cell className={styles.size}>{entry.size > 0 && formatSize(entry.size)}</Cell>
        </>
      )}
    </div>
  );
});

function Cell(props: { className: string | undefined; title?: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table cannot draw some of its rows only
    // biome-ignore lint/a11y/useFocusableInteractive: cells are read, not stepped through
    <span role="gridcell" title={props.title} className={props.className}>
      {props.children}
    </span>
  );
}

/** An arrow for the eye, a word for everybody else. */
export function DirectionSign(props: { direction: Direction }) {
  if (props.direction === "none") return null;
  const isOut = props.direction === "out";
  const Arrow = isOut ? ArrowRight : ArrowLeft;
  return (
    <>
      <Arrow aria-hidden="true" className={styles.arrow} data-direction={props.direction} />
      <VisuallyHidden>{isOut ? "sent" : "received"}</VisuallyHidden>
    </>
  );
}

function Waiting() {
  return (
    <>
      <span aria-hidden="true">…</span>
      <VisuallyHidden>no answer yet</VisuallyHidden>
    </>
  );
}
