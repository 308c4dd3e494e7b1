/** Stores the log as it grows, masked and encrypted, while the page is idle. */
import type { Clock } from "../../../../shared/core/clock.ts";
import { finishInSlices, type Steps } from "../../../../shared/core/steps.ts";
import type { Entry } from "../../../../shared/log/entry.ts";
import { type EventLog, entryAt } from "../../../../shared/log/eventLog.ts";
import { createEntryRecorder } from "../../../../shared/recording/entries/recordEntry.ts";
import type { RecordedEntry } from "../../../../shared/recording/entries/recordedEntry.ts";
import { createRedactor } from "../../../../shared/recording/redaction/redactor.ts";
import { startSlices } from "../../../platform/slices.ts";
import type { SealedItems } from "../../../platform/storage/sealedItems.ts";
import { chunkName, chunkNames, maxBytes, pageName } from "./logChunks.ts";

interface StoreLogOptions {
  readonly log: EventLog;
  readonly items: SealedItems;
  readonly clock: Clock;
  /** Milliseconds since 1970 at which the log's clock was 0. */
  readonly origin: number;
  readonly whenIdle: () => Promise<unknown>;
  /** The secrets in the settings of servers. */
  readonly secrets?: () => readonly string[];
  /** The first entry that is not stored yet. */
  readonly from: number;
  /** Called with false when the log has grown, and with true when all of it is stored. */
  readonly onStored?: (isStored: boolean) => void;
}

/** Characters of entries in one chunk. */
const chunkLength = 500_000;
/** Characters of a chunk that is no longer rewritten for every further entry. */
const closedLength = 64_000;
/** Bytes of a body; of an entry with a larger one, its size is stored. */
const maxBodyBytes = 2_000_000;
/** Characters that an entry takes beside its body. */
const overhead = 200;
/** Entries whose secrets are learned at once. */
const learnAhead = 20;
/** Milliseconds between a change and storing it. */
const pauseMs = 200;
/** The same while the log does not grow, to catch up with a flood. */
const catchUpMs = 20;
/** Milliseconds of work at a time: with the pause, less than a twentieth of a busy page's time. */
const budgetMs = 8;

/** @returns a function that stops */
export function storeLog(options: StoreLogOptions): () => void {
  const { log, items, clock, origin, whenIdle, secrets = () => [], onStored } = options;
  const page = pageName(origin);
  const redactor = createRedactor();
  const recorder = createEntryRecorder({
    redactor,
    start: -origin,
    connectionOf: (id) => id,
  });
  let next = options.from;
  /** The first entry whose secrets are not known. */
  let learned = options.from;
  let number = 0;
  let open: RecordedEntry[] = [];
  let length = 0;
  let writing = Promise.resolve();
  let isWorking = false;
  let isStopped = false;
  let seen = log.snapshot().entries;

  const write = async () => {
    const name = chunkName(page, number);
    if (!(await items.write(name, { page, entries: open }))) {
      await removeOldest(items, 0.5);
      await items.write(name, { page, entries: open });
    }
  };
  /** Works in slices between which the page is idle again. */
  const inSlices = <T>(steps: Steps<T>) => finishInSlices(steps, startSlices(clock.now, whenIdle));
  /** Learns the secrets of an entry and of the next ones, in which one of its secrets may end. */
  const learnAfter = async (seq: number) => {
    if (seq < learned) return;
    const { entries, length: count } = log.snapshot();
    const from = seq - (entries[0]?.seq ?? seq);
    for (const entry of entries.slice(from, Math.min(count, from + learnAhead))) {
      learned = entry.seq + 1;
      if (entry.size > maxBodyBytes) continue;
      const body = await log.read(entry.seq).catch(() => undefined);
      if (body) await inSlices(recorder.addSecrets(entry, body));
    }
  };
  /** Converts entries until the time is up; false if none is left. */
  const convert = async () => {
    const until = clock.now() + budgetMs;
    for (const secret of secrets()) redactor.addSecret(secret);
    while (clock.now() < until && length < chunkLength) {
      const snapshot = log.snapshot();
      // cleared entries are not stored
      next = Math.max(next, snapshot.entries[0]?.seq ?? next);
      const entry = entryAt(snapshot, next);
      if (!entry) return false;
      next++;
      // a step of masking a larger one would block the page
      if (entry.size > maxBodyBytes) {
        open.push(await inSlices(recorder.record(notStored(entry), new Uint8Array(0))));
        length += overhead;
        continue;
      }
      const chunk = number;
      const body = await log.read(entry.seq).catch(() => undefined);
      if (!body) continue;
      await learnAfter(entry.seq);
      const recorded = await inSlices(recorder.record(entry, body));
      // the log was cleared meanwhile
      if (number !== chunk) continue;
      open.push(recorded);
      length += overhead + body.byteLength;
    }
    return true;
  };
  const work = async () => {
    let before = -1;
    for (;;) {
      const { length: now } = log.snapshot();
      const pause = now === before ? catchUpMs : pauseMs;
      before = now;
      await new Promise<void>((resolve) => void clock.after(pause, resolve));
      await whenIdle();
      if (isStopped) return;
      const hasMore = await convert();
      if (hasMore && length < chunkLength) continue;
      if (open.length > 0) {
        writing = write();
        await writing;
      }
      if (length >= closedLength) {
        nextChunk();
        if (number % 10 === 0) await limitBytes(items);
      }
      if (!hasMore) return;
    }
  };
  const wake = () => {
    const { entries, length: count } = log.snapshot();
    if (entries !== seen) {
      const isCleared = count === 0;
      seen = entries;
      if (isCleared) void forget();
    }
    if (isWorking || isStopped) return;
    isWorking = true;
    onStored?.(false);
    void work().finally(() => {
      isWorking = false;
      const now = log.snapshot();
      const last = now.entries[now.length - 1]?.seq;
      if (last !== undefined && last >= next) wake();
      else if (!isStopped) onStored?.(true);
    });
  };
  const nextChunk = () => {
    number++;
    open = [];
    length = 0;
  };
  const forget = async () => {
    nextChunk();
    await writing;
    for (const name of await chunkNames(items)) await items.remove(name);
  };

  const stop = log.subscribe(wake);
  wake();
  return () => {
    isStopped = true;
    stop();
  };
}

/** Replaces an entry that is too large; its label is the size in bytes. */
function notStored({ seq, at, connectionId, size }: Entry): Entry {
  return {
    kind: "connection",
    phase: "not-stored",
    label: String(size),
    seq,
    at,
    connectionId,
    exchangeId: undefined,
    direction: "none",
    size: 0,
    secrets: [],
  };
}

/** Removes the oldest chunks beyond the limit of a tab. */
export async function limitBytes(items: SealedItems, limit = maxBytes): Promise<void> {
  let bytes = 0;
  for (const name of [...(await chunkNames(items))].reverse()) {
    bytes += await items.size(name);
    if (bytes > limit) await items.remove(name);
  }
}

async function removeOldest(items: SealedItems, part: number): Promise<void> {
  const names = await chunkNames(items);
  for (const name of names.slice(0, Math.ceil(names.length * part))) await items.remove(name);
}
