/** One row of Traffic. */
import { AppWindow, ArrowLeft, ArrowRight, ChevronDown, ChevronRight } from "lucide-react";
import { memo, type ReactNode } from "react";
import type { Finding } from "../../../../../shared/lint/finding.ts";
import type { ConnectionEntry, Entry, TapChange } from "../../../../../shared/log/entry.ts";
import type { MessagePair } from "../../../../../shared/log/messagePairs.ts";
import { useAllRequests } from "../../../../inbox/hooks/useRequests.ts";
import { InitiatorMark } from "../../../../messages/InitiatorMark.tsx";
import {
  formatDuration,
  formatElapsed,
  formatSize,
  formatTimeOfDay,
  formatWait,
  ownClockTitle,
} from "../../../../messages/quantities.ts";
import { useNow } from "../../../../stores/useNow.ts";
import { tapChangeText } from "../../../../taps/messages/tapChangeMessages.ts";
import { MiddleText } from "../../../../ui/lists/MiddleText.tsx";
import { ServerBadge } from "../../../../ui/lists/ServerBadge.tsx";
import { VisuallyHidden } from "../../../../ui/VisuallyHidden.tsx";
import type { LogServer } from "../../useLogServers.ts";
import { type GroupRow, groupRow } from "../groupRows.ts";
import type { LogIndex } from "../logIndex.ts";
import { rowCauseOf } from "../rowCause.ts";
import { divides, type Row, rowOf } from "../rows.ts";
import { connectionSummary, type RowState } from "../summaries.ts";
import { isGroup, type RowGroup, type RowItem, responseIn, timeOf } from "../tree/rowGroup.ts";
import { keyOf } from "../visibleRows.ts";
import { ChangeLinks } from "./ChangeLinks.tsx";
import { FindingsMark } from "./FindingsMark.tsx";
import styles from "./MessageRow.module.css";
import { RowStateSign } from "./RowStateSign.tsx";
import { barsOf } from "./rowBars.ts";
import { nameEndLength, nameOfRow, type RowName, type RowPlace } from "./rowName.ts";
import { type RunningSince, runningSince } from "./runningSince.ts";
import { Waterfall } from "./Waterfall.tsx";

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
  readonly server: LogServer | undefined;
  /** Whether rows show their servers. */
  readonly isServerShown: boolean;
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
  const { fold, server, depth } = props;
  const group = isGroup(item) ? groupRow(item, index) : undefined;
  const entry = isGroup(item) ? item.head : item;
  const row = group ?? rowOf(entry, index);
  if (!row) return null;
  const isDivider = divides(row);
  const cause = rowCauseOf(entry, index);
  const response = isGroup(item) ? responseIn(item) : undefined;
  const changes = [...changesOf(entry), ...changesOf(response)];
  const state = group ? group.state : props.isOpen ? undefined : row.state;
  const size = (group?.sized ?? entry).size;
  const since = isGroup(item) && group ? sinceOf(item, group, index) : undefined;
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
      data-part={depth > 0 || undefined}
      data-counterpart={isCounterpart || undefined}
      className={styles.row}
      style={{ transform: `translateY(${top}px)` }}
    >
      <RowCell className={styles.direction}>
        <DirectionSign entry={entry} />
      </RowCell>
      <RowCell className={styles.fold}>
        {fold && <FoldButton fold={fold} of={row.subject || row.method || row.summary} />}
      </RowCell>
      <RowCell
        className={styles.time}
        title={formatTimeOfDay(performance.timeOrigin + timeOf(item))}
      >
        {timeText(item, props)}
      </RowCell>
      {props.isServerShown && (
        <RowCell className={styles.server}>
          {server && <ServerBadge {...server.tag} name={server.name} />}
        </RowCell>
      )}
      <RowCell className={styles.who}>
        {cause ? (
          <InitiatorMark initiator={cause} />
        ) : (
          <VisuallyHidden>by nobody who is known </VisuallyHidden>
        )}
      </RowCell>
      <RowCell className={styles.what} depth={depth} title={isDivider ? undefined : row.summary}>
        {isDivider ? (
          <EventText {...props} entry={entry} row={row} group={group} />
        ) : (
          <>
            <MessageName
              {...nameOfRow(row, placeOf(item, props.within, index))}
              // the first row of the open exchange has the method
              isMethodBelow={item.kind === "exchange" && fold === "open"}
              count={group?.count}
            />
            {changes.length > 0 && (
              <span className={styles.change}>{changes.map(tapChangeText).join(", ")}</span>
            )}
            <span className={styles.summary}>{row.summary || failureWords(row.state)}</span>
          </>
        )}
      </RowCell>
      <RowCell className={styles.state}>
        {findings.length > 0 && <FindingsMark findings={findings} />}
        {state && <RowStateSign state={state} tone={row.tone} />}
      </RowCell>
      <RowCell className={styles.waterfall}>
        <Waterfall bars={barsOf(item, index)} zero={index.zero(entry.connectionId)} />
      </RowCell>
      <RowCell
        className={styles.duration}
        title={row.ms === undefined || row.isNetworkTime || isDivider ? undefined : ownClockTitle}
      >
        {row.ms !== undefined && formatDuration(row.ms, row.isNetworkTime || isDivider)}
        {since && <RunningTime {...since} />}
      </RowCell>
      <RowCell className={styles.size}>{size > 0 && formatSize(size)}</RowCell>
    </div>
  );
});

/** Since when an exchange goes on; a run has those of its parts. */
function sinceOf(item: RowGroup, { waitsFor, ms }: GroupRow, index: LogIndex) {
  if (waitsFor === undefined || ms !== undefined || item.kind === "run") return undefined;
  return runningSince(item, waitsFor === "answer", index);
}

/** How long a row has been going on, or has waited for the user, as it is counted beside the call. */
function RunningTime({ at, asks }: RunningSince) {
  const requests = useAllRequests();
  const asked = requests.find(
    ({ input, ended }) =>
      !ended && asks !== undefined && [input.seq, input.causedBy].includes(asks),
  );
  return formatWait(useNow() - (asked?.receivedAt ?? at));
}

/** What stands for the words of a failure that has none. */
const failureWords = (state: RowState | undefined) =>
  state?.kind === "failed" && state.words !== "failed" ? state.words : "";

/** What a tap did to a message. */
function changesOf(entry: Entry | undefined): readonly TapChange[] {
  return entry?.kind === "message" && entry.change ? [entry.change] : [];
}

/** What a row is to the open exchange around it. */
function placeOf(item: RowItem, within: RowGroup | undefined, index: LogIndex): RowPlace {
  if (!within || isGroup(item)) return "alone";
  if (item === within.head) return "request";
  return index.pair(item.seq)?.other === within.head.seq ? "response" : "alone";
}

interface NameProps extends RowName {
  readonly isMethodBelow?: boolean;
  readonly count?: number | undefined;
}

/** What tells a row from others, such as the tool that is called. */
export function MessageName({ text, hidden, isRepeated, about, isMethodBelow, count }: NameProps) {
  return (
    <>
      {hidden && !isMethodBelow && <VisuallyHidden>{`${hidden} `}</VisuallyHidden>}
      {text && (
        <span aria-hidden={isRepeated || undefined} className={styles.name}>
          <MiddleText text={text} end={nameEndLength} />
        </span>
      )}
      {about && (
        <span className={styles.about}>
          <MiddleText text={about} end={nameEndLength} />
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
  return formatElapsed(time - index.zero((isGroup(item) ? item.head : item).connectionId));
}

interface EventProps extends Pick<Props, "item" | "index" | "server"> {
  readonly entry: Entry;
  readonly row: Row;
  readonly group: GroupRow | undefined;
}

/** An event of a connection or a process; its server has a badge where there are several. */
function EventText({ item, index, server, entry, row, group }: EventProps) {
  const found = foundIn(group);
  if (item.kind === "examination" || item.kind === "restart" || item.kind === "turn") {
    // a filter shows only some of what is in it
    const count = item.kind !== "turn" && !item.isHeadShown ? ` ×${item.parts.length}` : "";
    return (
      <>
        <span className={styles.event} data-act={item.kind !== "restart" || undefined}>
          {`${row.summary}${count} `}
        </span>
        {found}
      </>
    );
  }
  const isNamed = entry.kind === "connection" && server && !isNote.has(entry.phase);
  if (!isNamed) return <span className={styles.event}>{row.summary}</span>;
  const isSetup = isGroup(item) && item.kind === "setup";
  const ready = isSetup ? index.ready(entry.connectionId) : undefined;
  const failed: ConnectionEntry = { ...entry, phase: "failed" };
  const told = ready ?? (isSetup && item.hasFailed ? failed : entry);
  const hasCrashed = index.hasCrashed(entry.connectionId);
  const { summary } = connectionSummary(told, server.name, hasCrashed);
  const again = isSetup && hasProcess(item) ? "Restarted" : "Connected again to";
  const words = isSetup && item.isAgain && ready ? `${again} ${server.name}` : summary;
  if (!isSetup || !found) return <span className={styles.event}>{words}</span>;
  // its server has a badge where there are several
  const isLast = words.endsWith(` ${server.name}`);
  const short = isLast ? words.slice(0, -server.name.length - 1).replace(/ to$/, "") : words;
  return (
    <>
      <span className={styles.event}>
        {`${short} `}
        <VisuallyHidden>{words.slice(short.length + 1)}</VisuallyHidden>
      </span>
      {found}
    </>
  );
}

/** What was found, or what is different since a restart. */
function foundIn(group: GroupRow | undefined): ReactNode {
  if (group?.changes && group.changes.length > 0) return <ChangeLinks changes={group.changes} />;
  return group?.found && <span className={styles.summary}>{group.found}</span>;
}

const hasProcess = ({ parts }: RowGroup) =>
  parts.some((part) => !isGroup(part) && part.kind === "process");

/** Phases whose label is not an address. */
const isNote: ReadonlySet<ConnectionEntry["phase"]> = new Set(["restored", "not-stored"]);

function FoldButton({ fold, of }: { fold: "open" | "closed"; of: string }) {
  const Sign = fold === "open" ? ChevronDown : ChevronRight;
  return (
    // the rows of a grid have no expanded state; the grid handles the click
    <button
      type="button"
      tabIndex={-1}
      data-fold
      aria-label={`Parts of ${of}`}
      aria-expanded={fold === "open"}
      className={styles.foldButton}
    >
      <Sign aria-hidden="true" className={styles.chevron} />
    </button>
  );
}

export function RowCell(props: {
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

/** An arrow, or the sign of an app, with a text alternative. */
export function DirectionSign({ entry }: { entry: Pick<Entry, "kind" | "direction"> }) {
  if (entry.direction === "none") return null;
  const isOut = entry.direction === "out";
  if (entry.kind === "app") {
    return (
      <>
        <AppWindow aria-hidden="true" className={styles.arrow} />
        <VisuallyHidden>{isOut ? "sent to the app" : "from the app"}</VisuallyHidden>
      </>
    );
  }
  const Arrow = isOut ? ArrowRight : ArrowLeft;
  return (
    <>
      <Arrow aria-hidden="true" className={styles.arrow} data-direction={entry.direction} />
      <VisuallyHidden>{isOut ? "sent" : "received"}</VisuallyHidden>
    </>
  );
}
