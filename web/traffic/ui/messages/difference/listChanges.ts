/** Says what a restart changed in the lists of a server. */

import { exactLine } from "../../../../../shared/core/text/exactText.ts";
import type { FindingEntry, ListedChange } from "../../../../../shared/log/entry.ts";
import { listChangeIn } from "../../../../../shared/log/notes/listChangeNote.ts";
import { formatCount } from "../../../../messages/quantities.ts";

export function changesIn(findings: readonly FindingEntry[]): readonly ListedChange[] {
  return findings.flatMap((finding) => listChangeIn(finding) ?? []);
}

export const differenceLabel = ({ name }: ListedChange): string =>
  `Show difference in ${exactLine(name, maxNameLength)}`;

/** Characters of a name, whose server decides its length. */
export const maxNameLength = 80;

/** Names that a row has; the others are counted. */
const maxNames = 3;

interface ChangesText {
  /** For example `1 tool changed`, or `1 added, 2 changed` of several lists. */
  readonly counted: string;
  /** Those that are named. */
  readonly named: readonly ListedChange[];
  /** How many more there are. */
  readonly rest: number;
}

export function changesText(changes: readonly ListedChange[]): ChangesText {
  const kinds = new Set(changes.map(({ kind }) => kind));
  const [kind] = kinds;
  const counts = Map.groupBy(changes, ({ change }) => change);
  const parts = [...counts].map(([change, of], at) => {
    const isFirst = at === 0 && kinds.size === 1 && kind;
    const count = isFirst ? formatCount(of.length, kind.slice(0, -1)) : `${of.length}`;
    return `${count} ${change}`;
  });
  const named = changes.slice(0, maxNames);
  return { counted: parts.join(", "), named, rest: changes.length - named.length };
}
