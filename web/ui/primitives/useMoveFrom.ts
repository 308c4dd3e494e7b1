/** Moves an element from the place that it had to its new one, so that the eye can follow it. */
import { type RefObject, useLayoutEffect, useRef } from "react";

/** @param isFirst whether the element is in its first place; when it leaves that, it moves */
export function useMoveFrom(element: RefObject<HTMLElement | null>, isFirst: boolean): void {
  const place = useRef<DOMRect>(undefined);
  useLayoutEffect(() => {
    const moved = element.current;
    const now = moved?.getBoundingClientRect();
    const from = place.current;
    place.current = isFirst ? now : undefined;
    if (!moved || !now || !from || isFirst) return;
    const ms = Number.parseFloat(getComputedStyle(moved).getPropertyValue("--duration"));
    if (!(ms > 0)) return;
    const start = `translate(${from.left - now.left}px, ${from.top - now.top}px)`;
    moved.animate([{ transform: start }, { transform: "none" }], {
      duration: ms,
      easing: "ease-out",
    });
  });
}
