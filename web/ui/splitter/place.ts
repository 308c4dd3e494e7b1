/** Measures the position of a separator within the space of its two panes. */
import { type RefObject, useEffectEvent, useLayoutEffect, useState } from "react";

/** Where a separator is, in pixels. */
export interface SplitterPlace {
  /** Where the room of both panes starts on the screen. */
  readonly start: number;
  /** Size of both panes and the line. */
  readonly room: number;
  /** Size of the pane before the line. */
  readonly size: number;
  /** Thickness of the line. */
  readonly line: number;
}

/** The least and the largest size of the pane before the line, all in pixels. */
export type SizeLimits = (room: number) => readonly [least: number, most: number];

/** @returns undefined while the line is not on the page */
export function measureAt(
  element: HTMLElement | null,
  isVertical: boolean,
): SplitterPlace | undefined {
  const room = element?.parentElement?.getBoundingClientRect();
  const pane = element?.previousElementSibling?.getBoundingClientRect();
  if (!room || !pane) return undefined;
  const line = element?.getBoundingClientRect();
  return isVertical
    ? { start: room.left, room: room.width, size: pane.width, line: line?.width ?? 0 }
    : { start: room.top, room: room.height, size: pane.height, line: line?.height ?? 0 };
}

/** @returns the separator's values in percent, kept current */
export function useShares(
  element: RefObject<HTMLDivElement | null>,
  isVertical: boolean,
  limits: SizeLimits,
) {
  const [[now, least, most], setShares] = useState<
    readonly [now: number, least: number, most: number]
  >([50, 0, 100]);
  const update = useEffectEvent(() => {
    const { room = 0, size = 0 } = measureAt(element.current, isVertical) ?? {};
    if (room === 0) return;
    const [least, most] = limits(room);
    const percent = (part: number) => Math.round((part / room) * 100);
    // a closed pane is beyond its limit
    setShares([percent(size), percent(Math.min(least, size)), percent(Math.max(most, size))]);
  });
  useLayoutEffect(() => {
    const line = element.current;
    const observer = new ResizeObserver(update);
    for (const observed of [line?.parentElement, line?.previousElementSibling]) {
      if (observed) observer.observe(observed);
    }
    return () => observer.disconnect();
  }, [element]);
  return { now, least, most };
}
