/** A group of rows while entries are added to it. */
import type { Entry, FindingEntry } from "../../../../../shared/log/entry.ts";
import type { RowGroup, RowItem } from "./rowGroup.ts";

export type GrowingGroup = { -readonly [K in keyof RowGroup]: RowGroup[K] } & {
  parts: RowItem[];
  findings: FindingEntry[];
  /** The group whose part it is, other than a run. */
  readonly parent: GrowingGroup | undefined;
  /** The run that it is folded into. */
  run: GrowingGroup | undefined;
};

export function newGroup(
  kind: RowGroup["kind"],
  head: Entry,
  parent: GrowingGroup | undefined,
): GrowingGroup {
  return {
    kind,
    head,
    time: head.at,
    parts: [],
    outcome: undefined,
    task: undefined,
    cancelledBy: undefined,
    isHeadShown: true,
    hasFailed: false,
    isAgain: false,
    findings: [],
    version: 0,
    parent,
    run: undefined,
  };
}

export function touch(group: GrowingGroup): void {
  for (let at: GrowingGroup | undefined = group; at; at = at.parent) {
    at.version++;
    if (at.run) at.run.version++;
  }
}
