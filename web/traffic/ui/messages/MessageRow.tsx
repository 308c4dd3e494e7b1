/** One row of Traffic. */
import {
  ArrowLeft,
  ArrowRight,
  ChevronDown,
  ChevronRight,
  Hand,
  Hourglass,
  type LucideIcon,
} from "lucide-react";
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
  ownClockTitle,
} from "../../../messages/quantities.ts";
import { MiddleText } from "../../../ui/lists/MiddleText.tsx";
import { ServerBadge } from "../../../ui/lists/ServerBadge.tsx";
import { VisuallyHidden } from "../../../ui/VisuallyHidden.tsx";
import type { LogServer } from "../useLogServers.ts";
import { FindingsMark } from "./FindingsMark.tsx";
import type { LogIndex } from "./logIndex.ts";
import styles from "./MessageRow.module.css";
import { divides, type GroupRow, groupRow, type Row, rowOf } from "./rows.ts";
import { isGroup, type RowGroup, type RowItem, timeOf } from "./rowTree.ts";
import { keyOf } from "./visibleRows.ts";

interface Props {
  readonly id: string;
  readonly item: RowItem;
  readonly index: LogIndex;
  /** The version of a group; a property so that the row renders when the group changes. */
  readonly version: number | undefined;
  /** State of the entry in the index; a property so that the row renders when it changes. */
  readonly pair: MessagePair | undefined;
  /** Whether its response is still pending. */
  readonly isOpen: boolean;
  readonly findings: readonly Finding[];
  /** The group whose part it is; its time is the part's zero. */
  readonly within: RowGroup | undefined;
  readonly depth: number;
  /** Whether the rows that it folds are shown; undefined if it folds none. */
  readonly fold: "open" | "closed" | undefined;
  /** The number of these rows, if it is shown. */
  readonly foldCount: number | undefined;
  /** Its server, if that is shown. */
  readonly server: LogServer | undefined;
  /** Whether times of day are shown instead of elapsed times. */
  readonly isClock: boolean;
  /** Zero-based index. */
  readonly position: number;
  /** Offset from the top of the list in pixels. */
  readonly top: number;
  readonly isSelected: boolean;
  readonly isCounterpart: boolean;
}

/** Renders only when one of its properties changes. */
export const MessageRow = memo(function MessageRow(props: Props) {
  const { id, item, index, position, top, findings, isSelected, isCounterpart } = props;
  const { fold, server } = props;
  const group = isGroup(item) ? groupRow(item, index) : undefined;
  const entry = isGroup(item) ? item.head : item;
  const row = group ?? rowOf(entry, index);
  if (!row) return null;
  const isDivider = divides(row);
  const size = (group?.sized ?? entry).size;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table element cannot render only some of its rows
    // biome-ignore lint/a11y/useFocusableInteractive: the grid has focus and references the row with aria-activedescendant
    <div
      id={id}
      role="row"
      aria-rowindex={position + 1}
      aria-selected={isSelected}
      data-key={keyOf(item)}
      data-tone={row.tone}
      data-divider={isDivider || undefined}
      data-log={row.logs.length > 0 || undefined}
      data-counterpart={isCounterpart || undefined}
      className={styles.row}
      style={{ transform: `translateY(${top}px)` }}
    >
      {!isDivider && (
        <Cell className={styles.direction} depth={props.depth}>
          <DirectionSign direction={entry.direction} />
          {group && fold && <FoldButton fold={fold} />}
        </Cell>
      )}
      <Cell className={styles.time} title={formatTimeOfDay(performance.timeOrigin + timeOf(item))}>
        {timeText(item, props)}
      </Cell>
      {server && (
        <Cell className={styles.server}>
          <ServerBadge {...server.tag} name={server.name} />
        </Cell>
      )}
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
        </Cell>
      ) : (
        <>
          <Cell className={styles.method} title={row.method}>
            <Name row={row} isNamed={named.has(row.method)} count={group?.count} />
          </Cell>
          <Cell className={styles.summary} title={row.summary}>
            <WaitingSign waitsFor={group?.waitsFor} />
            {row.summary}
          </Cell>
          {findings.length > 0 && (
            <Cell className={styles.findings}>
              <FindingsMark findings={findings} />
            </Cell>
          )}
          <Cell
            className={styles.duration}
            title={row.ms === undefined || row.isNetworkTime ? undefined : ownClockTitle}
          >
            {row.ms !== undefined && formatDuration(row.ms, row.isNetworkTime)}
            {(group?.waitsFor ?? (!group && props.isOpen)) && <Waiting />}
          </Cell>
          <Cell className={styles.size}>{size > 0 && formatSize(size)}</Cell>
        </>
      )}
    </div>
  );
});

/** Requests that are known by what they name, so that their method takes no room. */
const named: ReadonlySet<string> = new Set(["tools/call", "prompts/get", "resources/read"]);

/** Characters at the end of a name or URI that are always shown. */
const subjectEndLength = 16;

interface NameProps {
  readonly row: Pick<Row, "method" | "subject">;
  readonly isNamed: boolean;
  readonly count: number | undefined;
}

function Name({ row: { method, subject }, isNamed, count }: NameProps) {
  const isHidden = isNamed && subject !== "";
  return (
    <>
      {isHidden ? (
        <VisuallyHidden>{`${method} `}</VisuallyHidden>
      ) : (
        <span className={styles.name}>{method}</span>
      )}
      {subject && (
        <span className={styles.subject} data-named={isHidden || undefined}>
          <MiddleText text={subject} end={subjectEndLength} />
        </span>
      )}
      {count !== undefined && (
        <span className={styles.count}>{`×${count.toLocaleString("en")}`}</span>
      )}
    </>
  );
}

/** The time of day, the time since the zero of the log, or, for a part, since its group began. */
function timeText(item: RowItem, { isClock, within, index }: Props): string {
  const time = timeOf(item);
  if (isClock) return formatTimeOfDay(performance.timeOrigin + time);
  if (within) return `+${formatElapsed(time - within.time)}`;
  return formatElapsed(time - index.zero());
}

function FoldButton({ fold }: { fold: "open" | "closed" }) {
  return (
    // the rows of a grid have no expanded state; the grid handles the click
    <button
      type="button"
      tabIndex={-1}
      data-fold
      aria-label="Parts"
      aria-expanded={fold === "open"}
      className={styles.fold}
    >
      <Chevron fold={fold} />
    </button>
  );
}

const waitingSigns: { readonly [K in NonNullable<GroupRow["waitsFor"]>]?: LucideIcon } = {
  connection: Hourglass,
  answer: Hand,
};

function WaitingSign({ waitsFor }: Partial<Pick<GroupRow, "waitsFor">>) {
  const Sign = waitsFor && waitingSigns[waitsFor];
  return Sign ? <Sign aria-hidden="true" className={styles.waiting} /> : null;
}

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

function Cell(props: {
  className: string | undefined;
  title?: string | undefined;
  depth?: number;
  children: ReactNode;
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table element cannot render only some of its rows
    // biome-ignore lint/a11y/useFocusableInteractive: cells are not focusable
    <span role="gridcell" title={props.title} data-depth={props.depth} className={props.className}>
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
