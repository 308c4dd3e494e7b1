/** Extracts the source text of a value: synchronously from small texts, in a worker from large ones. */
import { startTransition, useEffect, useMemo, useState } from "react";
import { firstRange, type ValuePath } from "../../shared/core/json/textAt.ts";
import { maxSyncLength, runTextJob } from "./runTextJob.ts";

/**
 * @param text JSON text that contains the value
 * @param paths where the value may be in the text; the first that exists counts
 * @param value the parsed value, serialized where the text does not contain it; undefined for none
 * @returns undefined if there is no value, and until the worker has found it
 */
export function useValueText(
  text: string,
  paths: readonly ValuePath[],
  value: unknown,
): string | undefined {
  const isSmall = text.length <= maxSyncLength;
  const isWanted = value !== undefined;
  // The paths are equal in each render, and never the same arrays.
  const key = JSON.stringify(paths);
  const small = useMemo(
    () => (isSmall && isWanted ? firstRange(text, JSON.parse(key)) : undefined),
    [isSmall, isWanted, text, key],
  );
  const [answer, setAnswer] = useState<{ text: string; key: string; range: typeof small }>();

  useEffect(() => {
    if (isSmall || !isWanted) return;
    return runTextJob({ text, paths: JSON.parse(key) }, (reply) => {
      // Offsets instead of the value itself: no copy of it has to be received.
      const range = reply?.kind === "found" ? reply.range : undefined;
      // what shows the value is drawn in slices
      startTransition(() => setAnswer({ text, key, range }));
    });
  }, [isSmall, isWanted, text, key]);

  const isFound = isSmall || (answer?.text === text && answer.key === key);
  const range = isSmall ? small : answer?.range;
  return useMemo(() => {
    if (!isWanted || !isFound) return undefined;
    return range ? text.slice(range.start, range.end) : JSON.stringify(value);
  }, [isWanted, isFound, range, text, value]);
}
