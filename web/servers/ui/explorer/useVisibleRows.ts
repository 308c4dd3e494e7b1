/** Computes the visible rows of a long list when several lists share one scroll container. */
import { defaultRangeExtractor, useVirtualizer } from "@tanstack/react-virtual";
import { type RefObject, useLayoutEffect, useState } from "react";

/** Lists up to this length are rendered completely, so that the browser's find works. */
const maxRowsAtOnce = 200;

interface PlacedRow {
  readonly index: number;
  /** Distance from the top of the list in pixels; undefined in normal flow. */
  readonly top: number | undefined;
}

interface PlacedRows {
  readonly rows: readonly PlacedRow[];
  /** Height of the whole list in pixels; undefined when the rows define it. */
  readonly height: number | undefined;
}

/**
 * @param options.held a row that is always there, such as the selected one; -1 for none
 * @param options.rowHeight in pixels
 */
export function useVisibleRows(options: {
  readonly list: RefObject<HTMLElement | null>;
  readonly scroller: RefObject<HTMLElement | null>;
  readonly count: number;
  readonly held: number;
  readonly rowHeight: number;
}): PlacedRows {
  const { list, scroller, count, held, rowHeight } = options;
  const isLong = count > maxRowsAtOnce;
  const margin = useOffset(list, scroller, isLong);
  const virtualizer = useVirtualizer({
    count,
    enabled: isLong,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    scrollMargin: margin,
    overscan: 10,
    rangeExtractor(range) {
      const rows = defaultRangeExtractor(range);
      return held < 0 || rows.includes(held) ? rows : [...rows, held].sort((a, b) => a - b);
    },
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: cached sizes must be invalidated
  useLayoutEffect(() => virtualizer.measure(), [rowHeight, virtualizer]);

  if (!isLong) {
    const rows = Array.from({ length: count }, (_, index) => ({ index, top: undefined }));
    return { rows, height: undefined };
  }
  return {
    rows: virtualizer.getVirtualItems().map(({ index, start }) => ({ index, top: start - margin })),
    height: count * rowHeight,
  };
}

/** Offset of a list from the top of the scroll container's content, in pixels. */
function useOffset(
  list: RefObject<HTMLElement | null>,
  scroller: RefObject<HTMLElement | null>,
  isWanted: boolean,
): number {
  const [offset, setOffset] = useState(0);
  useLayoutEffect(() => {
    const outer = scroller.current;
    if (!outer || !isWanted) return;
    const measure = () => {
      if (!list.current) return;
      const { top } = list.current.getBoundingClientRect();
      setOffset(Math.round(top - outer.getBoundingClientRect().top + outer.scrollTop));
    };
    measure();
    const observer = new ResizeObserver(measure);
    for (const section of outer.children) observer.observe(section);
    return () => observer.disconnect();
  }, [list, scroller, isWanted]);
  return offset;
}
