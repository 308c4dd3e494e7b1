/** Compares two results: the order of members and the formatting are ignored. */
import { type ReactNode, useMemo, useState } from "react";
import { comparableText } from "../calls/store/history/comparable.ts";
import { DiffTable } from "../ui/diff/DiffTable.tsx";
import { Checkbox } from "../ui/fields/Checkbox.tsx";

interface ResultDifference {
  /** Chooses whether times and ids are ignored as well. */
  readonly control: ReactNode;
  readonly difference: ReactNode;
}

/** @param titles the names of the two results */
export function useResultDifference(
  before: string,
  after: string,
  titles: readonly [before: string, after: string],
): ResultDifference {
  const [foldsVolatile, setFoldsVolatile] = useState(false);
  const texts = useMemo(
    () => ({
      before: comparableText(before, foldsVolatile),
      after: comparableText(after, foldsVolatile),
    }),
    [before, after, foldsVolatile],
  );
  return {
    control: (
      <Checkbox
        label="Ignore times and ids"
        isSelected={foldsVolatile}
        onChange={setFoldsVolatile}
      />
    ),
    difference:
      texts.before === texts.after ? (
        <p>Both results are the same.</p>
      ) : (
        <DiffTable label="Results" titles={titles} {...texts} />
      ),
  };
}
