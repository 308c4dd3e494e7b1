/** Two results as texts that can be compared: the order of members and the formatting are ignored. */
import { useMemo, useState } from "react";
import { comparableText } from "../stores/history/comparable.ts";

/** The texts, and whether times and ids are ignored as well. */
export function useComparableTexts(before: string, after: string) {
  const [foldsVolatile, setFoldsVolatile] = useState(false);
  const texts = useMemo(
    () => ({
      before: comparableText(before, foldsVolatile),
      after: comparableText(after, foldsVolatile),
    }),
    [before, after, foldsVolatile],
  );
  return { ...texts, foldsVolatile, setFoldsVolatile };
}
