/** Holds the chosen time while it moves, and tells the other views once it rests. */
import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { ChosenTime } from "../messages/rowsInRange.ts";

/** Milliseconds without a change after which the time rests. */
const restMs = 150;

/**
 * @param chosen the time to which all views are limited
 * @param onChoose called with another one
 * @returns the time that the timeline shows, and the function that changes it
 */
export function useChosenTime(
  chosen: ChosenTime | undefined,
  onChoose: (range: ChosenTime | undefined) => void,
) {
  const [shown, show] = useState(chosen);
  const [known, setKnown] = useState(chosen);
  /** What was told last, so that it does not take the place of what has moved on since. */
  const [told, setTold] = useState(chosen);
  if (known !== chosen) {
    setKnown(chosen);
    if (chosen !== told) show(chosen);
  }
  const newest = useRef(shown);
  newest.current = shown;
  const tell = useEffectEvent(() => {
    if (newest.current !== chosen) onChoose(newest.current);
  });

  useEffect(() => {
    const timer = setTimeout(() => {
      setTold(shown);
      tell();
    }, restMs);
    return () => clearTimeout(timer);
  }, [shown]);
  useEffect(() => () => tell(), []);
  return [shown, show] as const;
}
