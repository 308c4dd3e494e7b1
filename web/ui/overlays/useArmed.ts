/** Holds a confirmation back until a person has had time to see what they confirm. */
import { useEffect, useState } from "react";

/** Milliseconds that a question must be in front of somebody before it can be confirmed. */
const seenMs = 1000;

/**
 * Whether a confirming button may be pressed. Another page can open this one, or put it in front,
 * while somebody is typing or clicking: so the page must have had the focus for a second in which
 * no key and no pointer was pressed. Leaving the page starts that anew.
 * @param isGuarded false where the person wrote themselves what they confirm: armed at once
 */
export function useArmed(isGuarded: boolean): boolean {
  const [isArmed, setArmed] = useState(false);

  useEffect(() => {
    if (!isGuarded) return;
    const held = new Set<string>();
    let isDone = false;
    let timer: ReturnType<typeof setTimeout> | undefined;

    const isInFront = () => document.hasFocus() && document.visibilityState === "visible";
    const wait = () => {
      clearTimeout(timer);
      if (isDone || held.size > 0 || !isInFront()) return;
      timer = setTimeout(() => {
        if (!isInFront()) return;
        isDone = true;
        setArmed(true);
      }, seenMs);
    };
    const startAnew = () => {
      isDone = false;
      held.clear();
      setArmed(false);
      wait();
    };
    const leave = (event: FocusEvent) => {
      // elements that lose the focus are told of here as well
      if (event.target === window) startAnew();
    };
    const press = (event: KeyboardEvent | PointerEvent) => {
      held.add(nameOf(event));
      clearTimeout(timer);
    };
    const release = (event: KeyboardEvent | PointerEvent) => {
      // macOS tells of no key that is released while Command is down
      if ("key" in event && event.key === "Meta") held.clear();
      held.delete(nameOf(event));
      wait();
    };

    const control = new AbortController();
    const options = { capture: true, signal: control.signal };
    addEventListener("keydown", press, options);
    addEventListener("keyup", release, options);
    addEventListener("pointerdown", press, options);
    addEventListener("pointerup", release, options);
    addEventListener("pointercancel", release, options);
    addEventListener("blur", leave, options);
    addEventListener("focus", wait, options);
    document.addEventListener("visibilitychange", startAnew, options);
    wait();
    return () => {
      clearTimeout(timer);
      control.abort();
    };
  }, [isGuarded]);

  return !isGuarded || isArmed;
}

function nameOf(event: KeyboardEvent | PointerEvent): string {
  return "code" in event ? event.code : `pointer ${event.pointerId}`;
}
