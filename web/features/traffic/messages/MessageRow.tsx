/** One row of Traffic. */
import { ArrowLeft, ArrowRight, ChevronDown, ChevronRight } from "lucide-react";
import { memo, type ReactNode } from "react";
import type { Finding } from "../../../../shared/lint/finding.ts";
import type { Direction, Entry } from "../../../../shared/log/entry.ts";
import type { MessagePair } from "../../../../shared/log/messagePairs.ts";
import {
  formatCount,
  formatDuration,
  formatElapsed,
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
  /** State of the entry in the index; a property so that the row renders when it changes. */
  readonly pair: MessagePair | undefined;
  /** Whether its response is still pending. */
  readonly isOpen: boolean;
  readonly findings: readonly Finding[];
  /** Whether the rows that it is the heading of are shown; undefined if it is no heading. */
  readonly fold: "open" | "closed" | undefined;
  /** The number of these rows, if it is shown. */
  readonly foldCount: number | undefined;
  /** Whether the name of its server is shown. */
  readonly isServerShown: boolean;
  /** Zero-based index. */
  readonly position: number;
  /** Offset from the top of the list in pixels. */
  readonly top: number;
  readonly isSelected: boolean;
  readonly isCounterpart: boolean;
}

/** Renders only when one of its properties changes. */
export const MessageRow = memo(function MessageRow(props: Props) {
  const { id, entry, index, position, top, isOpen, findings, isSelected, isCounterpart } = props;
  const { fold, isServerShown } = props;
  const row = rowOf(entry, index);
  if (!row) return null;
  const isDivider = divides(row);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table element cannot render only some of its rows
    // biome-ignore lint/a11y/useFocusableInteractive: the grid has focus and references the row with aria-activedescendant
    <div
      id={id}
      role="row"
      aria-rowindex={position + 1}
      aria-selected={isSelected}
      data-seq={entry.seq}
      data-tone={row.tone}
      data-divider={isDivider || undefined}
      data-log={row.logs.length > 0 || undefined}
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
        {formatElapsed(entry.at - index.startOf(entry))}
      </Cell>
      {isDivider ? (
        <Cell className={styles.event} title={row.summary}>
          {fold ? (
            // the rows of a grid have no expanded state; the grid handles the click
            <button
              type="button"
              tabIndex={-1}
              aria-expanded={fold === "open"}
              className={styles.heading}
            >
              <Chevron fold={fold} />
              <span className={styles.eventText}>
                {props.foldCount === undefined ? row.summary : foldText(entry, props.foldCount)}
              </span>
            </button>
          ) : (
            <span className={styles.eventText}>{row.summary}</span>
          )}
          {isServerShown && entry.kind !== "connection" && <Server name={index.server(entry)} />}
        </Cell>
      ) : (
        <>
          <Cell className={styles.method}>
            {row.method}
            {row.subject && <Subject text={row.subject} />}
          </Cell>
          <Cell className={styles.summary} title={row.summary}>
            {row.summary}
          </Cell>
          {isServerShown && (
            <Cell className={styles.server}>
              <Server name={index.server(entry)} />
            </Cell>
          )}
          {findings.length > 0 && (
            <Cell className={styles.findings}>
              <FindingsMark findings={findings} />
            </Cell>
          )}
          <Cell className={styles.duration}>
            {row.ms !== undefined && formatDuration(row.ms, row.isNetworkTime)}
            {isOpen && <Waiting />}
          </Cell>
          <Cell className={styles.size}>{entry.size > 0 && formatSize(entry.size)}</Cell>
        </>
      )}
    </div>
  );
});

function Chevron({ fold }: { fold: "open" | "closed" }) {
  const Sign = fold === "open" ? ChevronDown : ChevronRight;
  return <Sign aria-hidden="true" className={styles.chevron} />;
}

/** The heading of a probe: what Auto chose, and how many rows led there. */
function foldText(entry: Entry, count: number): string {
  const step = entry.kind === "negotiation" ? entry.step : undefined;
  const revision = step?.kind === "agreed" ? step.revision : "";
  return `Auto chose ${revision} (${formatCount(count, "row")})`;
}

function Server({ name }: { name: string }) {
  return (
    <span className={styles.serverName} title={name}>
      {name}
    </span>
  );
}

/** Cuts a long subject in its middle, because the end of a URI is more informative. */
function Subject({ text }: { text: string }) {
  if (text.length <= maxUncutSubject) return <span className={styles.subject}>{` ${text}`}</span>;
  return (
    <>
      <VisuallyHidden>{` ${text}`}</VisuallyHidden>
      <span aria-hidden="true" title={text} className={styles.longSubject}>
        <span className={styles.subjectStart}>{text.slice(0, -subjectEndLength)}</span>
        <span>{text.slice(-subjectEndLength)}</span>
      </span>
    </>
  );
}

/** Maximum length of a subject that is not cut in its middle. */
const maxUncutSubject = 32;
/** Characters at the end of a longer subject that are always shown. */
const subjectEndLength = 16;

function Cell(props: { className: string | undefined; title?: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table element cannot render only some of its rows
    // biome-ignore lint/a11y/useFocusableInteractive: cells are not focusable
    <span role="gridcell" title={props.title} className={props.className}>
      {props.children}
    </span>
  );
}

/** An arrow with a text alternative. */
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
      <VisuallyHidden>no response yet</VisuallyHidden>
    </>
  );
}
