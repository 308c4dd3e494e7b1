/** Keeps a growing list scrolled to its end while the user is there, and in place otherwise. */
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useState } from "react";

/** A range of the list in pixels from its top. */
interface PixelRange {
  readonly start: number;
  readonly end: number;
}

interface FollowOptions {
  readonly scroller: RefObject<HTMLElement | null>;
  /** The number of items. */
  readonly count: number;
  /** The total height in pixels. */
  readonly height: number;
  /** A range that stays in view when the list is resized. */
  readonly held?: PixelRange | undefined;
}

interface Follow {
  /** Whether the list scrolls to its end when it grows. */
  readonly isFollowing: boolean;
  /** The number of items added while scrolled away from the end. */
  readonly missed: number;
  readonly toEnd: () => void;
  /** Call when the list was scrolled. */
  readonly onScroll: () => void;
}

/** Call it after `useVirtualizer`, whose effect scrolls a new list to its start. */
export function useFollow({ scroller, count, height, held }: FollowOptions): Follow {
  const [isFollowing, setFollowing] = useState(true);
  const [countAtLeaving, setCountAtLeaving] = useState(0);

  const updateFollowing = () => {
    if (!scroller.current) return;
    const isThere = isAtEnd(scroller.current);
    if (isThere === isFollowing) return;
    setFollowing(isThere);
    setCountAtLeaving(count);
  };

  const keepPosition = useEffectEvent(() => {
    if (!scroller.current) return;
    if (isFollowing) scrollToEnd(scroller.current);
    else if (isAtEnd(scroller.current)) setFollowing(true);
  });

  const resized = useEffectEvent((list: HTMLElement, heightBefore: number) => {
    const wasInView =
      held && held.start >= list.scrollTop && held.end <= list.scrollTop + heightBefore;
    if (wasInView) reveal(list, held);
    else if (isFollowing) scrollToEnd(list);
    updateFollowing();
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: depends on the height
  useLayoutEffect(() => keepPosition(), [height]);

  useEffect(() => {
    const list = scroller.current;
    if (!list) return;
    let heightBefore = list.clientHeight;
    const observer = new ResizeObserver(() => {
      if (list.clientHeight === heightBefore) return;
      resized(list, heightBefore);
      heightBefore = list.clientHeight;
    });
    observer.observe(list);
    return () => observer.disconnect();
  }, [scroller]);

  return {
    isFollowing,
    missed: isFollowing ? 0 : Math.max(0, count - countAtLeaving),
    toEnd: () => scroller.current && scrollToEnd(scroller.current),
    onScroll: updateFollowing,
  };
}

/** Scrolls a list just far enough to show a range. */
export function reveal(list: HTMLElement, { start, end }: PixelRange): void {
  if (start < list.scrollTop) list.scrollTop = start;
  else if (end > list.scrollTop + list.clientHeight) list.scrollTop = end - list.clientHeight;
}

function scrollToEnd(list: HTMLElement) {
  list.scrollTop = list.scrollHeight;
}

function isAtEnd(list: HTMLElement): boolean {
  return list.scrollHeight - list.scrollTop - list.clientHeight < 4;
}
