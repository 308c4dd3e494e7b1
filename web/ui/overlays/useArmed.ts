/** Delays a confirmation until the user had time to see what they confirm. */
import { useEffect, useState } from "react";

/** Milliseconds that a question must be visible before it can be confirmed. */
const visibleMs = 1000;

/**
 * Returns whether a confirm button is available. Another page can open this one, or bring it to the
 * front, while the user is typing or clicking. Therefore the page must have had the focus for one
 * second without a pressed key or pointer button. Leaving the page restarts the delay.
 * @param isGuarded false for content that the user wrote: the button is available immediately
 */
export function useArmed(isGuarded: boolean): boolean {
  const [isArmed, setArmed] = useState(false);

  useEffect(() => {
    if (!isGuarded) return;
    const pressed = new Set<string>();
    let isDone = false;
    let timer: ReturnType<typeof setTimeout> | undefined;

    const isPageInFront = () => document.hasFocus() && document.visibilityState === "visible";
    const startTimer = () => {
      clearTimeout(timer);
      if (isDone || pressed.size > 0 || !isPageInFront()) return;
      timer = setTimeout(() => {
        if (!isPageInFront()) return;
        isDone = true;
        setArmed(true);
      }, visibleMs);
    };
    const restart = () => {
      isDone = false;
      pressed.clear();
      setArmed(false);
      startTimer();
    };
    const leave = (event: FocusEvent) => {
      // also receives blur events of elements, because it captures
      if (event.target === window) restart();
    };
    const press = (event: KeyboardEvent | PointerEvent) => {
      pressed.add(keyOf(event));
      clearTimeout(timer);
    };
    const release = (event: KeyboardEvent | PointerEvent) => {
      // macOS sends no keyup for keys that are released while Command is pressed
      if ("key" in event && event.key === "Meta") pressed.clear();
      pressed.delete(keyOf(event));
      startTimer();
    };

    const control = new AbortController();
    const options = { capture: true, signal: control.signal };
    addEventListener("keydown", press, options);
    addEventListener("keyup", release, options);
    addEventListener("pointerdown", press, options);
    addEventListener("pointerup", release, options);
    addEventListener("pointercancel", release, options);
    addEventListener("blur", leave, options);
    addEventListener("focus", startTimer, options);
    document.addEventListener("visibilitychange", restart, options);
    startTimer();
    return () => {
      clearTimeout(timer);
      control.abort();
    };
  }, [isGuarded]);

  return !isGuarded || isArmed;
}

function keyOf(event: KeyboardEvent | PointerEvent): string {
  return "code" in event ? event.code : `pointer ${event.pointerId}`;
}
