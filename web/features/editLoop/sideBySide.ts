/** Two texts beside each other, line by line. */
import { diffArrays } from "diff";

export type DiffRow =
  | { readonly kind: "same"; readonly before: string; readonly after: string }
  /** What stands on one side only, or otherwise on the other. */
  | {
      readonly kind: "different";
      readonly before: string | undefined;
      readonly after: string | undefined;
    }
  /** So many lines alike that nobody needs to see. */
  | { readonly kind: "skipped"; readonly lines: number };

/** Lines alike that are shown around each difference. */
const context = 3;

/** Beyond so many differences the time to find the fewest is better spent. */
const mostDifferences = 600;

/** Compares two texts; a comma at the end of a line, which another line brings along, counts for nothing. */
export function sideBySide(before: string, after: string): readonly DiffRow[] {
  const [left, right] = [before.split("\n"), after.split("\n")];
  const parts = diffArrays(left, right, {
    comparator: (one, other) => withoutComma(one) === withoutComma(other),
    maxEditLength: mostDifferences,
  }) ?? [
    { count: left.length, removed: true, added: false },
    { count: right.length, removed: false, added: true },
  ];
  const rows: DiffRow[] = [];
  /** What went, to stand beside what came in its place. */
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

/** Leaves out what is alike and far from every difference. */
function folded(rows: readonly DiffRow[]): readonly DiffRow[] {
  const isNear = new Set<number>();
  for (const [index, { kind }] of rows.entries()) {
    if (kind !== "different") continue;
    for (let i = index - context; i <= index + context; i++) isNear.add(i);
  }
  const shown: DiffRow[] = [];
  let skipped: DiffRow[] = [];
  const fold = () => {
    // one line alone takes no less room when it is left out
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
