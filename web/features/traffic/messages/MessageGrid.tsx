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
  useState,
} from "react";
import type { Entry } from "../../../../shared/log/entry.ts";
import { useFindings } from "../../../hooks/useFindings.ts";
import { formatElapsed } from "../../../messages/quantities.ts";
import { useRowHeight } from "../../../ui/lists/useRowHeight.ts";
import { FollowButton } from "../FollowButton.tsx";
import { reveal, useFollow } from "../useFollow.ts";
import { findingsOfRow } from "./findingsOfRow.ts";
import { type Foldable, foldRows } from "./folds.ts";
import type { LogIndex } from "./logIndex.ts";
import styles from "./MessageGrid.module.css";
import { MessageRow } from "./MessageRow.tsx";
import type { RowMenuPlace } from "./RowMenu.tsx";
import { positionOf, type Rows } from "./rowList.ts";

interface Props {
  readonly gridRef: RefObject<HTMLDivElement | null>;
  readonly rows: Rows;
  /** Whether a filter is applied; nothing is folded then. */
  readonly isFiltered: boolean;
  readonly index: LogIndex;
  readonly selectedSeq: number | undefined;
  readonly onSelect: (seq: number) => void;
  /** Called for Enter on the selected row. */
  readonly onOpen: () => void;
  /** Called for Escape. */
  readonly onLeave: () => void;
  /** Called to open the context menu of a row at a point of the window. */
  readonly onMenu: (menu: RowMenuPlace) => void;
}

/** A grid with arrow-key selection that follows the newest row. */
export function MessageGrid(props: Props) {
  const { gridRef, rows, isFiltered, index, selectedSeq, onSelect } = props;
  const id = useId();
  const rowHeight = useRowHeight();
  const findings = useFindings();
  const [toggled, setToggled] = useState<ReadonlySet<number>>(new Set());
  const selected = rows.entries[positionOf(rows, selectedSeq)];
  const folded = foldRows(rows, isFiltered ? nothingFolds : foldableOf(index), toggled, selected);
  const selectedAt = folded.placeOf(positionOf(rows, selectedSeq));
  const counterpart = selectedSeq === undefined ? undefined : index.pair(selectedSeq)?.other;

  const height = folded.length * rowHeight;
  const held = rangeOfRow(selectedAt, rowHeight);
  const follow = useFollow({ scroller: gridRef, count: folded.length, height, held });
  const virtualizer = useVirtualizer({
    count: folded.length,
    getScrollElement: () => gridRef.current,
    estimateSize: () => rowHeight,
    overscan: 6,
    rangeExtractor: (range) =>
      withSelected(follow.isFollowing ? movedToEnd(range) : range, selectedAt),
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: cached sizes must be invalidated
  useEffect(() => virtualizer.measure(), [rowHeight, virtualizer]);

  const revealSelected = useEffectEvent(() => {
    if (gridRef.current && held) reveal(gridRef.current, held);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for a new selection or filter, not for each new row
  useLayoutEffect(() => revealSelected(), [selectedSeq, rows.entries]);

  const isServerShown = index.hasSeveralServers();
  const rowsStyle: CSSProperties & { "--time-length": number } = {
    blockSize: height,
    "--time-length": timeLength(rows, index),
  };

  const select = (at: number) => {
    const place = Math.max(0, Math.min(at, folded.length - 1));
    const entry = rows.entries[folded.positionAt(place)];
    if (entry) onSelect(entry.seq);
  };

  const toggle = (heading: Entry) => {
    const { seq, connectionId } = heading;
    const probe = index.probes().find(({ agreed }) => agreed === seq);
    const isOpening = !folded.foldOf(heading)?.isOpen;
    const others = [...toggled].filter((other) => other !== seq);
    // probes are initially closed, connections open
    setToggled(new Set(isOpening === (probe !== undefined) ? [...others, seq] : others));
    const holdsSelected =
      selected &&
      (probe ? probe.parts.includes(selected.seq) : selected.connectionId === connectionId);
    // a selected row would keep its fold open
    if (!isOpening && holdsSelected) onSelect(seq);
  };

  const openMenu = (event: MouseEvent) => {
    const row = (event.target as Element).closest<HTMLElement>("[data-seq]");
    const entry = rows.entries[positionOf(rows, row ? Number(row.dataset.seq) : selectedSeq)];
    if (!entry) return;
    event.preventDefault();
    if (row) props.onMenu({ entry, x: event.clientX, y: event.clientY });
  };

  /** Opens the context menu at the selected row for the keys of a context menu. */
  const openMenuByKey = (event: KeyboardEvent) => {
    const isMenuKey = event.key === "ContextMenu" || (event.key === "F10" && event.shiftKey);
    const entry = rows.entries[positionOf(rows, selectedSeq)];
    if (!isMenuKey || !entry) return;
    event.preventDefault();
    const row = document.getElementById(`${id}-${entry.seq}`)?.getBoundingClientRect();
    props.onMenu({ entry, x: (row?.left ?? 0) + 24, y: row?.bottom ?? 0 });
  };

  const move = (event: KeyboardEvent) => {
    openMenuByKey(event);
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const page = Math.max(1, Math.floor((gridRef.current?.clientHeight ?? 0) / rowHeight) - 1);
    const from = selectedAt < 0 ? folded.length : selectedAt;
    const fold = selected && folded.foldOf(selected);
    const setOpen = (isOpen: boolean) => {
      if (selected && fold?.isOpen !== isOpen) toggle(selected);
    };
    const keys: Record<string, () => void> = {
      ArrowDown: () => select(from + 1),
      ArrowUp: () => select(from - 1),
      PageDown: () => select(from + page),
      PageUp: () => select(from - page),
      Home: () => select(0),
      End: () => select(folded.length - 1),
      ...(fold && { ArrowRight: () => setOpen(true), ArrowLeft: () => setOpen(false) }),
      Enter: props.onOpen,
      Escape: props.onLeave,
    };
    const action = keys[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  };

  const pick = (event: MouseEvent) => {
    const row = (event.target as Element).closest<HTMLElement>("[data-seq]");
    if (!row) return;
    const entry = rows.entries[positionOf(rows, Number(row.dataset.seq))];
    if (entry && folded.foldOf(entry)) toggle(entry);
    else if (entry) onSelect(entry.seq);
  };

  return (
    <div className={styles.frame}>
      {/* biome-ignore lint/a11y/useSemanticElements: a table element cannot render only some of its rows */}
      <div
        ref={gridRef}
        role="grid"
        aria-label="Messages"
        aria-rowcount={rows.length}
        aria-activedescendant={selectedAt < 0 ? undefined : `${id}-${selectedSeq}`}
        tabIndex={0}
        className={styles.grid}
        onScroll={follow.onScroll}
        onKeyDown={move}
        onClick={pick}
        onContextMenu={openMenu}
      >
        <div className={styles.rows} style={rowsStyle}>
          {virtualizer.getVirtualItems().map(({ index: place, start }) => {
            const at = folded.positionAt(place);
            const entry = rows.entries[at] as Entry;
            const fold = folded.foldOf(entry);
            return (
              <MessageRow
                key={entry.seq}
                id={`${id}-${entry.seq}`}
                entry={entry}
                index={index}
                pair={index.pair(entry.seq)}
                isOpen={index.isOpen(entry)}
                findings={findingsOfRow(entry, index, findings.of)}
                fold={fold && (fold.isOpen ? "open" : "closed")}
                foldCount={fold?.count}
                isServerShown={isServerShown}
                position={at}
                top={start}
                isSelected={place === selectedAt}
                isCounterpart={entry.seq === counterpart}
              />
            );
          })}
        </div>
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

const nothingFolds: Foldable = { probes: [], headings: new Map() };

function foldableOf(index: LogIndex): Foldable {
  return { probes: index.probes(), headings: index.headings() };
}

/** Characters of the longest time, estimated from three rows: usually the last row has it. */
function timeLength({ entries, length }: Rows, index: LogIndex): number {
  const times = [entries[0], entries[length >> 1], entries[length - 1]].map((entry) =>
    entry ? formatElapsed(entry.at - index.startOf(entry)).length : 0,
  );
  return Math.max(...times);
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

function rangeOfRow(at: number, rowHeight: number) {
  return at < 0 ? undefined : { start: at * rowHeight, end: (at + 1) * rowHeight };
}
