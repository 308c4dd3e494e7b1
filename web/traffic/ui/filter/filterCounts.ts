/** Counts what the newest entries of the log have for each word of the filter. */
import type { Entry } from "../../../../shared/log/entry.ts";
import type { Snapshot } from "../../../../shared/log/eventLog.ts";
import type { LogIndex } from "../messages/logIndex.ts";
import { rowCauseOf } from "../messages/rowCause.ts";
import type { LogServers } from "../useLogServers.ts";

/** The number of entries by word, then by value. */
export type FilterCounts = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** More entries are not looked at while somebody types. */
const maxEntries = 20_000;
/** UTF-16 code units of a value that is offered. */
const maxValue = 80;
const maxValues = 200;

/** @param index has read the log */
export function countForFilter(
  { entries, length }: Snapshot,
  index: LogIndex,
  servers: LogServers,
): FilterCounts {
  const counts = new Map<string, Map<string, number>>();
  const count = (word: string, value: string | undefined) => {
    if (!value || value.length > maxValue) return;
    const values = counts.get(word) ?? new Map<string, number>();
    counts.set(word, values);
    const before = values.get(value);
    if (before !== undefined || values.size < maxValues) values.set(value, (before ?? 0) + 1);
  };
  const hasServers = servers.hasSeveral();
  for (let at = length - 1; at >= Math.max(0, length - maxEntries); at--) {
    const entry = entries[at] as Entry;
    if (entry.kind === "http-response") count("status:", String(entry.http.status));
    if (entry.kind !== "message" && entry.kind !== "app") continue;
    if (entry.direction !== "none") count("dir:", entry.direction);
    count("by:", rowCauseOf(entry, index)?.kind);
    if (hasServers) count("server:", servers.of(entry)?.name);
    for (const head of entry.heads) {
      count("kind:", head.kind);
      const isFailed = head.kind === "error" || (head.kind === "result" && head.isError);
      if (isFailed) count("error", "error");
      if (head.kind !== "request" && head.kind !== "notification") continue;
      count("method:", head.method);
      if (head.method === "tools/call") count("tool:", head.subject);
      if (head.kind === "notification" && head.log) {
        count("level:", head.log.level);
        count("logger:", head.log.logger);
      }
    }
  }
  return counts;
}
