/** Names who can cause a row, and counts the rows of each. */
import type { Entry } from "../../../../shared/log/entry.ts";
import type { Snapshot } from "../../../../shared/log/eventLog.ts";
import type { RowCause } from "../../../../shared/log/filter.ts";
import type { LogIndex } from "../messages/logIndex.ts";
import { rowCauseOf } from "../messages/rowCause.ts";
import { hasRow } from "../messages/rows.ts";

export type CauseKind = RowCause["kind"];

/** In the order in which they are offered. */
export const causeMeanings: readonly (readonly [kind: CauseKind, name: string, meaning: string])[] =
  [
    ["user", "you", "What you called or sent yourself"],
    ["model", "a model", "Chosen by a model in a conversation"],
    ["app", "an app", "Called by an app in its frame"],
    ["saved-call", "a saved call", "A saved call or its collection"],
    ["replay", "a replay", "Sent again from a recording"],
    ["eval", "an eval", "An eval and the models in it"],
    ["examination", "an examination", "Scenarios of an examination"],
    ["diagnosis", "a diagnosis", "Requests of a diagnosis"],
    ["tap", "the tap", "Sent by the tap itself"],
    ["engine", "the playground", "Connecting, lists, polls, pings"],
    ["server", "the server", "Asked or told by the server"],
    ["client", "the client", "Sent by the client of a tap"],
  ];

/** @param index has read the log */
export function countCauses(
  { entries, length }: Snapshot,
  index: LogIndex,
): ReadonlyMap<CauseKind, number> {
  const counts = new Map<CauseKind, number>();
  for (let at = 0; at < length; at++) {
    const entry = entries[at] as Entry;
    const kind = hasRow(entry, index) ? rowCauseOf(entry, index)?.kind : undefined;
    if (kind) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return counts;
}
