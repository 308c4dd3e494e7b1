/** Observes whether an element has a minimum width. */
import { type RefObject, useLayoutEffect, useState } from "react";

/** @returns whether the element is at least so many pixels wide, kept current */
export function useMinWidth(element: RefObject<HTMLElement | null>, width: number): boolean {
  const [hasRoom, setHasRoom] = useState(false);
  useLayoutEffect(() => {
    const measured = element.current;
    if (!measured) return;
    const measure = () => setHasRoom(measured.clientWidth >= width);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(measured);
    return () => observer.disconnect();
  }, [element, width]);
  return hasRoom;
}
