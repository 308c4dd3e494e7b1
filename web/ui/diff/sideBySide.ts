/** Compares two texts line by line for a side-by-side view. */
import { createTwoFilesPatch, diffArrays } from "diff";

export type DiffRow =
  | { readonly kind: "same"; readonly before: string; readonly after: string }
  /** Lines that exist on one side only, or differ. */
  | {
      readonly kind: "different";
      readonly before: string | undefined;
      readonly after: string | undefined;
    }
  /** The number of equal lines that are left out. */
  | { readonly kind: "skipped"; readonly lines: number };

/** Equal lines shown around each difference. */
const context = 3;

/** Above this many differences the minimal diff takes too long to compute. */
const maxDifferences = 600;

/** Compares two texts; a trailing comma that only another line causes is ignored. */
export function sideBySide(before: string, after: string): readonly DiffRow[] {
  const [left, right] = [before.split("\n"), after.split("\n")];
  const parts = diffArrays(left, right, {
    comparator: (one, other) => withoutComma(one) === withoutComma(other),
    maxEditLength: maxDifferences,
  }) ?? [
    { count: left.length, removed: true, added: false },
    { count: right.length, removed: false, added: true },
  ];
  const rows: DiffRow[] = [];
  /** Removed lines, shown beside the lines that replace them. */
  let removed: readonly string[] = [];
  const pair = (added: readonly string[]) => {
    for (let i = 0; i < Math.max(removed.length, added.length); i++) {
      rows.push({ kind: "different", before: removed[i], after: added[i] });
    }
    removed = [];
  };
  for (const part of parts) {
    if (part.removed) {
      removed = left.splice(0, part.count);
    } else if (part.added) {
      pair(right.splice(0, part.count));
    } else {
      pair([]);
      const same = right.splice(0, part.count);
      left.splice(0, part.count).forEach((line, index) => {
        rows.push({ kind: "same", before: line, after: same[index] ?? "" });
      });
    }
  }
  pair([]);
  return folded(rows);
}

function withoutComma(line: string): string {
  return line.replace(/,$/, "");
}

/** Leaves out equal lines that are far from every difference. */
function folded(rows: readonly DiffRow[]): readonly DiffRow[] {
  const isNear = new Set<number>();
  for (const [index, { kind }] of rows.entries()) {
    if (kind !== "different") continue;
    for (let i = index - context; i <= index + context; i++) isNear.add(i);
  }
  const shown: DiffRow[] = [];
  let skipped: DiffRow[] = [];
  const fold = () => {
    // Leaving out a single line saves no space.
    if (skipped.length > 1) shown.push({ kind: "skipped", lines: skipped.length });
    else shown.push(...skipped);
    skipped = [];
  };
  for (const [index, row] of rows.entries()) {
    if (!isNear.has(index)) {
      skipped.push(row);
    } else {
      fold();
      shown.push(row);
    }
  }
  fold();
  return shown;
}

/** The difference of two texts for `patch` and `git apply`. @param file the path in both trees */
export function patchText(file: string, before: string, after: string): string {
  return createTwoFilesPatch(`a/${file}`, `b/${file}`, `${before}\n`, `${after}\n`);
}
