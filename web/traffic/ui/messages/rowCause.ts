/** Says who caused what a row shows. */
import type { Entry, ProcessEntry } from "../../../../shared/log/entry.ts";
import type { RowCause } from "../../../../shared/log/filter.ts";
import type { LogIndex } from "./logIndex.ts";

/** Entries of what the page does on its own account. */
const ofPage: ReadonlySet<Entry["kind"]> = new Set(["connection", "process", "negotiation"]);

const ofTap: ReadonlySet<ProcessEntry["event"]["kind"]> = new Set([
  "restarted",
  "not-restarted",
  "rewritten",
]);

/** @returns undefined if nobody knows: logs of earlier versions do not say it */
export function rowCauseOf(entry: Entry, index: LogIndex): RowCause | undefined {
  const known = index.initiator(entry);
  if (known) return known;
  if (entry.kind === "process" && ofTap.has(entry.event.kind)) return { kind: "tap" };
  if (ofPage.has(entry.kind)) return { kind: "engine" };
  if (entry.kind === "finding") return { kind: "user" };
  if (entry.kind === "app") return { kind: "app", id: entry.app };
  const pair = index.pair(entry.seq);
  const request = pair && index.entry(Math.min(pair.other, entry.seq));
  const asked = request ?? entry;
  if (asked.direction === "in" && asked.kind === "message") return { kind: "server" };
  if (index.source(entry.connectionId) === "tap") return { kind: "client" };
  const sent = index.exchange(entry)?.request;
  if (sent?.kind === "http-request") return sent.initiator ?? { kind: "engine" };
  return undefined;
}
