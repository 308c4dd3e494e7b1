/** Puts the stored log of an earlier page before this page's log, the newest entries first. */
import type { Entry } from "../../../../shared/log/entry.ts";
import type { EarlierEntry, EventLog } from "../../../../shared/log/eventLog.ts";
import {
  createEntryRestorer,
  type EntrySink,
  refersBack,
} from "../../../../shared/recording/entries/restoreEntries.ts";
import { startSlices } from "../../../platform/slices.ts";
import type { SealedItems } from "../../../platform/storage/sealedItems.ts";
import { chunkNames, type LogChunk, readChunk } from "./logChunks.ts";

interface RestoreLogOptions {
  readonly log: EventLog;
  readonly items: SealedItems;
  /** Milliseconds since 1970 at which the log's clock was 0. */
  readonly origin: number;
  readonly newId: () => string;
  /** Calls that were in progress when the earlier page ended. */
  readonly callsInProgress?: number;
}

/** Entries that are shown before the rest is read. */
const firstEntries = 500;
/** Entries that are put before the log in one task, which takes about 30 ms. */
const maxEntries = 80_000;

/**
 * The last of the entries says that those before it were restored.
 * @returns how many entries there are now before those of this page
 */
export async function restoreLog(options: RestoreLogOptions): Promise<number> {
  const { log, items } = options;
  const convert = createConverter(options);
  const names = [...(await chunkNames(items))].reverse();
  let count = 0;
  let isCleared = false;
  let before = log.snapshot();
  const stop = log.subscribe(() => {
    const now = log.snapshot();
    if (now.entries !== before.entries && now.length < before.length) isCleared = true;
    before = now;
  });
  /**
   * Entries are put before the log in few large steps, because each step makes every view of the
   * log start over.
   */
  let batch: EarlierEntry[][] = [];
  let inBatch = 0;
  let isFirst = true;
  const flush = () => {
    if (batch.length > 0 && !isCleared) log.prepend(batch.reverse().flat(), aboutInLog);
    batch = [];
    inBatch = 0;
    isFirst = false;
  };
  for (const name of names) {
    const chunk = await readChunk(items, name);
    if (isCleared) break;
    if (!chunk) continue;
    const entries = await convert(chunk);
    const last = entries.at(-1);
    if (!last) continue;
    if (count === 0) entries.push(divider(last.connectionId, options.callsInProgress ?? 0));
    count += entries.length;
    batch.push(entries);
    inBatch += entries.length;
    if (inBatch >= (isFirst ? firstEntries : maxEntries)) flush();
  }
  flush();
  stop();
  return isCleared ? 0 : count;
}

function divider(connectionId: string, callsInProgress: number): EarlierEntry {
  const draft = {
    kind: "connection",
    phase: "restored",
    label: String(callsInProgress),
    direction: "none",
    exchangeId: undefined,
    connectionId,
  } as const;
  return { draft, body: new Uint8Array(0), connectionId, at: 0 };
}

function createConverter({ origin, newId }: RestoreLogOptions) {
  const converters = new Map<string, ReturnType<typeof createEntryRestorer>>();
  let converted: EarlierEntry[] = [];
  const sink: EntrySink = {
    append(draft, body = new Uint8Array(0), connectionId = "", at = 0) {
      converted.push({ draft, body, connectionId, at });
      // the number within the chunk: the one in the log is not known yet
      return { seq: converted.length - 1 } as Entry;
    },
    start: -origin,
    connectionId: (id = "") => id,
    newExchangeId: newId,
  };
  const pauseIfDue = startSlices();
  return async ({ page, entries }: LogChunk) => {
    const restore = converters.get(page) ?? createEntryRestorer(sink);
    converters.set(page, restore);
    converted = [];
    for (const entry of entries) {
      const pause = pauseIfDue();
      if (pause !== undefined) await pause;
      restore(entry);
    }
    return converted;
  };
}

/**
 * Chunks are read backwards, so that the entry of a finding gets another number; findings are left
 * out.
 */
function aboutInLog(entry: Entry): Entry {
  if (!refersBack(entry) || entry.about === undefined) return entry;
  const { about: _, ...rest } = entry;
  return rest;
}
