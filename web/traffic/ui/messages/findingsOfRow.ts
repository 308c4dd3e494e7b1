/** Selects the findings of a row: its own, and those of parts of its exchange without a row. */
import type { Finding } from "../../../../shared/lint/finding.ts";
import type { Entry } from "../../../../shared/log/entry.ts";
import type { LogIndex } from "./logIndex.ts";
import { rowOf } from "./rows.ts";
import { isGroup, type RowItem } from "./tree/rowGroup.ts";

type Lookup = (seq: number) => readonly Finding[];

/**
 * @param of returns the findings of one entry, as the same array until they change
 * @returns the array that `of` returned if only one entry has findings, so that rows render less often
 */
export function findingsOfRow(entry: Entry, index: LogIndex, of: Lookup): readonly Finding[] {
  const own = of(entry.seq);
  const exchange = index.exchange(entry);
  if (exchange?.request !== entry) return own;
  const { response, end } = exchange;
  const all = [own];
  for (const part of [response, end]) {
    if (part && of(part.seq).length > 0 && !rowOf(part, index)) all.push(of(part.seq));
  }
  const some = all.filter((findings) => findings.length > 0);
  return some.length > 1 ? some.flat() : (some[0] ?? own);
}

const none: readonly Finding[] = [];

/** Parts of a group whose findings are counted in its row. */
const maxParts = 500;

/** The findings of a row; those of its parts as well while it is closed. */
export function findingsOfItem(
  item: RowItem,
  isOpen: boolean,
  index: LogIndex,
  of: Lookup,
): readonly Finding[] {
  if (!isGroup(item)) return findingsOfRow(item, index, of);
  // it breaks rules on purpose, and its verdicts say what the server did wrong
  if (item.kind === "examination") return none;
  const own = item.kind === "run" ? [] : findingsOfRow(item.head, index, of);
  if (isOpen) return own;
  const ofParts = item.parts
    .slice(0, maxParts)
    .flatMap((part) => findingsOfItem(part, false, index, of));
  return ofParts.length > 0 ? [...own, ...ofParts] : own;
}
