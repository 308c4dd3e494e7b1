/** Marks the lines of a text that another text does not have. */
import { diffArrays } from "diff";

/** Above this many differences the minimal diff takes too long to compute. */
const maxDifferences = 600;

/** @returns the lines of a text, and whether the other one has them in this place */
export function changedLines(
  text: string,
  other: string,
): readonly { readonly line: string; readonly isChanged: boolean }[] {
  const lines = text.split("\n");
  const parts = diffArrays(lines, other.split("\n"), { maxEditLength: maxDifferences });
  if (!parts) return lines.map((line) => ({ line, isChanged: true }));
  return parts
    .filter(({ added }) => !added)
    .flatMap(({ value, removed }) => value.map((line) => ({ line, isChanged: removed })));
}
