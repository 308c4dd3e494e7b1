/** The rows of Traffic; only the visible ones are rendered. */
import { defaultRangeExtractor, type Range, useVirtualizer } from "@tanstack/react-virtual";
import {
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
} from "react";
import type { ListedChange } from "../../../../shared/log/entry.ts";
import { formatElapsed } from "../../../messages/quantities.ts";
import { usePausedMessages } from "../../../taps/hooks/usePausedMessages.ts";
import { useRowHeight } from "../../../ui/lists/useRowHeight.ts";
import { useFindings } from "../../hooks/useFindings.ts";
import { FollowButton } from "../FollowButton.tsx";
import { reveal, useFollow } from "../useFollow.ts";
import type { LogServers } from "../useLogServers.ts";
import { findingsOfItem } from "./findingsOfRow.ts";
import { changesOfGroup } from "./groupRows.ts";
import type { LogIndex } from "./logIndex.ts";
import styles from "./MessageGrid.module.css";
import { PausedRows } from "./PausedRows.tsx";
import { ColumnTitles } from "./row/ColumnTitles.tsx";
import { MessageRow } from "./row/MessageRow.tsx";
import type { RowMenuPlace } from "./row/RowMenu.tsx";
import { entryOf, isGroup, type RowGroup } from "./tree/rowGroup.ts";
import type { VisibleList } from "./useRowNavigation.ts";
import { isRequestRow, keyOf, type VisibleRow } from "./visibleRows.ts";

interface Props {
  readonly gridRef: RefObject<HTMLDivElement | null>;
  readonly visible: VisibleList;
  /** Whether a filter is applied; nothing is folded then. */
  readonly isFiltered: boolean;
  readonly index: LogIndex;
  readonly servers: LogServers;
  /** Whether times of day are shown instead of elapsed times. */
  readonly isClock: boolean;
  readonly selectedSeq: number | undefined;
  readonly onSelect: (seq: number) => void;
  /** Called for Enter on the selected row. */
  readonly onOpen: () => void;
  /** Called for Escape. */
  readonly onLeave: () => void;
  /** Called to show what a restart changed. */
  readonly onDifference: (group: RowGroup, change: ListedChange) => void;
  /** Called to open the context menu of a row at a point of the window. */
  readonly onMenu: (menu: RowMenuPlace) => void;
}

/** Pixels by which the pointer may move between pressing and releasing; further is a selection of text. */
const maxTremorPx = 5;

/** A grid with arrow-key selection that follows the newest row. */
export function MessageGrid(props: Props) {
  const { gridRef, visible, isFiltered, index, servers, isClock, selectedSeq, onSelect } = props;
  const id = useId();
  const rowHeight = useRowHeight();
  const findings = useFindings();
  const { selectedAt, toggle } = visible;
  const count = visible.rows.length;
  const counterpart = selectedSeq === undefined ? undefined : index.pair(selectedSeq)?.other;

  const titles = useMemo(() => titlesOf(visible.rows, index), [visible.rows, index]);
  /** The place in which a row is drawn: titles have one as well. */
  const slotOf = (at: number) => at + titles.filter(({ before }) => before <= at).length;
  const selectedSlot = selectedAt < 0 ? -1 : slotOf(selectedAt);
  const slots = count + titles.length;

  const paused = usePausedMessages();
  const pausedCount = paused.reduce((sum, { held }) => sum + held.length, 0);
  const listHeight = slots * rowHeight;
  const height = listHeight + pausedCount * rowHeight;
  // the pinned title covers the first row in view
  const held = rangeOfRow(selectedSlot, rowHeight, titles.length > 0 ? rowHeight : 0);
  const virtualizer = useVirtualizer({
    count: slots,
    getScrollElement: () => gridRef.current,
    estimateSize: () => rowHeight,
    overscan: 6,
    rangeExtractor: (range) =>
      withSelected(follow.isFollowing ? movedToEnd(range) : range, selectedSlot),
  });
  const follow = useFollow({
    scroller: gridRef,
    count: slots + pausedCount,
    height,
    held,
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: cached sizes must be invalidated
  useEffect(() => virtualizer.measure(), [rowHeight, virtualizer]);

  const revealSelected = useEffectEvent(() => {
    if (gridRef.current && held) reveal(gridRef.current, held);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for a new selection or filter, not for each new row
  useLayoutEffect(() => revealSelected(), [selectedSeq, isFiltered]);

  const firstInView = virtualizer.range?.startIndex ?? 0;
  /** The title of the group whose rows are at the top of the view. */
  const pinned = titles.findLast(({ before }) => slotOf(before) - 1 <= firstInView);

  const isServerShown = servers.hasSeveral();
  const span = Math.max(1, index.span());
  const axisStyle: CSSProperties & Record<`--${string}`, number | string> = {
    "--time-length": isClock ? clockLength : formatElapsed(span).length,
    "--span": span,
  };

  const itemAt = (at: number) => visible.rows[at]?.item;
  const rowIdOf = (at: number) => {
    const item = itemAt(at);
    return item && `${id}-${keyOf(item)}`;
  };

  const select = (at: number) => {
    const item = itemAt(Math.max(0, Math.min(at, count - 1)));
    if (item) onSelect(entryOf(item).seq);
  };

  const placeOfRow = (row: HTMLElement | null) =>
    row ? visible.rows.findIndex(({ item }) => keyOf(item) === row.dataset.key) : selectedAt;

  const openMenu = (event: MouseEvent) => {
    const row = (event.target as Element).closest<HTMLElement>("[data-key]");
    const item = itemAt(placeOfRow(row));
    if (!item) return;
    event.preventDefault();
    if (row) props.onMenu({ item, x: event.clientX, y: event.clientY });
  };

  /** Opens the context menu at the selected row for the keys of a context menu. */
  const openMenuByKey = (event: KeyboardEvent) => {
    const isMenuKey = event.key === "ContextMenu" || (event.key === "F10" && event.shiftKey);
    const selected = itemAt(selectedAt);
    if (!isMenuKey || !selected) return;
    event.preventDefault();
    const row = document.getElementById(rowIdOf(selectedAt) ?? "")?.getBoundingClientRect();
    props.onMenu({ item: selected, x: (row?.left ?? 0) + 24, y: row?.bottom ?? 0 });
  };

  const move = (event: KeyboardEvent) => {
    openMenuByKey(event);
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const page = Math.max(1, Math.floor((gridRef.current?.clientHeight ?? 0) / rowHeight) - 1);
    const item = itemAt(selectedAt);
    const fold = item && visible.foldOf(item);
    const around = visible.rows[selectedAt]?.around.at(-1);
    const from = selectedAt < 0 ? count : selectedAt;
    const keys: Record<string, () => void> = {
      ArrowDown: () => select(visible.next(1)),
      ArrowUp: () => select(visible.next(-1)),
      PageDown: () => select(from + page),
      PageUp: () => select(from - page),
      Home: () => select(0),
      End: () => select(count - 1),
      ...((fold || around) && {
        ArrowRight: () => item && fold && !fold.isOpen && toggle(item),
        ArrowLeft: () => {
          if (item && fold?.isOpen) toggle(item);
          else if (around) toggle(around);
        },
      }),
      Enter: props.onOpen,
      Escape: props.onLeave,
    };
    const action = keys[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  };

  const pressed = useRef<MouseEvent>(undefined);
  /** What was pressed; a row that has moved away meanwhile, because others came, was pressed all the same. */
  const pressedAt = (event: MouseEvent) => {
    const down = pressed.current;
    const isSame =
      event.detail > 0 &&
      down &&
      Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) < maxTremorPx;
    return (isSame ? down : event).target as Element;
  };

  const pick = (event: MouseEvent) => {
    const target = pressedAt(event);
    const item = itemAt(placeOfRow(target.closest<HTMLElement>("[data-key]")));
    if (!item) return;
    const link = target.closest<HTMLElement>("[data-change]");
    const changes = link && isGroup(item) ? changesOfGroup(item) : [];
    const change = changes[Number(link?.dataset.change)];
    if (change && isGroup(item)) return props.onDifference(item, change);
    const isFoldOnly = !isGroup(item) || item.kind !== "exchange" || target.closest("[data-fold]");
    if (isFoldOnly && visible.foldOf(item)) toggle(item);
    else onSelect(entryOf(item).seq);
  };

  return (
    <div className={styles.frame} style={axisStyle}>
      <ColumnTitles isServerShown={isServerShown} span={span} />
      {/* biome-ignore lint/a11y/useSemanticElements: a table element cannot render only some of its rows */}
      <div
        ref={gridRef}
        role="grid"
        aria-label="Messages"
        aria-rowcount={count + pausedCount}
        aria-activedescendant={rowIdOf(selectedAt)}
        tabIndex={0}
        className={styles.grid}
        onScroll={follow.onScroll}
        onKeyDown={move}
        onMouseDown={(event) => {
          pressed.current = event;
        }}
        onClick={pick}
        onContextMenu={openMenu}
      >
        {pinned && (
          <div aria-hidden="true" className={styles.pinned}>
            {pinned.text}
          </div>
        )}
        <div className={styles.rows} style={{ blockSize: listHeight }}>
          {virtualizer.getVirtualItems().map(({ index: slot, start }) => {
            const title = titles.find(({ before }) => slotOf(before) - 1 === slot);
            if (title) {
              return (
                // biome-ignore lint/a11y/useSemanticElements: a table element cannot render only some of its rows
                // biome-ignore lint/a11y/useFocusableInteractive: it cannot be selected
                <div
                  key={title.text}
                  role="row"
                  className={styles.title}
                  style={{ transform: `translateY(${start}px)` }}
                >
                  {/* biome-ignore lint/a11y/useSemanticElements: as above */}
                  {/* biome-ignore lint/a11y/useFocusableInteractive: as above */}
                  <span role="rowheader">{title.text}</span>
                </div>
              );
            }
            const at = slot - titles.filter(({ before }) => slotOf(before) <= slot).length;
            const row = visible.rows[at] as VisibleRow;
            const { item, around } = row;
            const entry = isGroup(item) ? item.head : item;
            const fold = visible.foldOf(item);
            return (
              <MessageRow
                key={keyOf(item)}
                id={`${id}-${keyOf(item)}`}
                item={item}
                index={index}
                version={isGroup(item) ? item.version : undefined}
                pair={index.pair(entry.seq)}
                isOpen={index.isOpen(entry)}
                findings={
                  isRequestRow(row)
                    ? noFindings
                    : findingsOfItem(item, fold?.isOpen === true, index, findings.of)
                }
                within={around.findLast(({ kind }) => kind !== "run")}
                depth={around.length}
                fold={fold && (fold.isOpen ? "open" : "closed")}
                server={servers.of(entry)}
                isServerShown={isServerShown}
                isClock={isClock}
                position={at}
                top={start}
                isSelected={at === selectedAt}
                isCounterpart={entry.seq === counterpart}
              />
            );
          })}
        </div>
        <PausedRows
          paused={paused}
          above={count}
          rowHeight={rowHeight}
          zero={count > 0 ? index.zero("") : undefined}
          isServerShown={isServerShown}
          isClock={isClock}
        />
      </div>
      <FollowButton
        missed={follow.missed}
        onPress={() => {
          follow.toEnd();
          gridRef.current?.focus();
        }}
      />
    </div>
  );
}

/** The row of the exchange above has those of its request. */
const noFindings: readonly never[] = [];

/** Characters of a time of day. */
const clockLength = "00:00:00.000".length;

interface Title {
  readonly text: string;
  /** The index of the row above which it is. */
  readonly before: number;
}

const noTitles: readonly Title[] = [];

/** Separates the rows of recordings, which are first, from those of now. */
function titlesOf(rows: readonly VisibleRow[], index: LogIndex): readonly Title[] {
  const isRecorded = ({ item }: VisibleRow) =>
    index.isRecorded((isGroup(item) ? item.head : item).connectionId);
  const now = rows.findIndex((row) => !isRecorded(row));
  if (now <= 0) return noTitles;
  return [
    { text: "Recorded", before: 0 },
    { text: "Now", before: now },
  ];
}

/** The same number of rows at the end of the list, so that a list that is about to scroll there is drawn once. */
function movedToEnd(range: Range): Range {
  const last = range.count - 1;
  const startIndex = Math.max(0, last - (range.endIndex - range.startIndex));
  return { ...range, startIndex, endIndex: last };
}

/** Adds the selected row to the range, because `aria-activedescendant` needs it in the document. */
function withSelected(range: Range, selectedAt: number): number[] {
  const drawn = defaultRangeExtractor(range);
  if (selectedAt < 0 || drawn.includes(selectedAt)) return drawn;
  return [...drawn, selectedAt].sort((one, other) => one - other);
}

function rangeOfRow(at: number, rowHeight: number, above: number) {
  return at < 0 ? undefined : { start: at * rowHeight - above, end: (at + 1) * rowHeight };
}
