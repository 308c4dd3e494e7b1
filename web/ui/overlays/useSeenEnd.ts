/** Reports whether the end of scrollable content has been visible. */
import { type RefObject, useEffect, useRef, useState } from "react";

/**
 * @param isWatched when false, nothing is observed and the end counts as seen
 * @returns a ref for an element at the end, and whether that element has been in view
 */
export function useSeenEnd(isWatched: boolean): {
  readonly endRef: RefObject<HTMLDivElement | null>;
  readonly hasSeenEnd: boolean;
} {
  const endRef = useRef<HTMLDivElement>(null);
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    const end = endRef.current;
    if (!isWatched || !end) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
      },
      { threshold: 1 },
    );
    observer.observe(end);
    return () => observer.disconnect();
  }, [isWatched]);
  return { endRef, hasSeenEnd: !isWatched || isSeen };
}
