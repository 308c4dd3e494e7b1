/** The append-only event log, from which every screen is derived. */
import type { ByteRange } from "../core/bytes.ts";
import { createListeners } from "../core/listeners.ts";
import type { Entry, EntryDraft, SecretSpan } from "./entry.ts";

/** The entries at one moment. Read only up to `length`: the array is shared and keeps growing. */
export interface Snapshot {
  readonly entries: readonly Entry[];
  readonly length: number;
}

/** The entry with a number; undefined if the log did not hold it at that moment. */
export function entryAt({ entries, length }: Snapshot, seq: number): Entry | undefined {
  const index = seq - (entries[0]?.seq ?? 0);
  return index < length ? entries[index] : undefined;
}

/** The index of the first entry that has this number or a later one. */
export function indexFrom(entries: Snapshot["entries"], seq: number): number {
  return Math.max(0, seq - (entries[0]?.seq ?? 0));
}

/** An entry of an earlier page, with what {@link EventLog.append} takes. */
export interface EarlierEntry {
  readonly draft: EntryDraft;
  readonly body: ByteRange;
  readonly connectionId: string;
  /** Milliseconds of the clock, before 0. */
  readonly at: number;
}

export interface EventLog {
  /**
   * Appends an entry.
   * @param draft the entry without number, time and size
   * @param body the bytes as on the wire; kept, not copied
   * @param connectionId the connection, if the draft does not name it
   * @param at when it happened, in milliseconds of the clock; now by default
   */
  append(draft: EntryDraft, body?: ByteRange, connectionId?: string, at?: number): Entry;
  /**
   * Inserts entries before all others, in their order, with lower numbers than the first one's.
   * @param finish changes an entry once its number is known
   */
  prepend(earlier: readonly EarlierEntry[], finish?: (entry: Entry) => Entry): void;
  /** The entries now; the same object until the log changes. */
  snapshot(): Snapshot;
  /** Calls back synchronously after every change; returns the function that unsubscribes. */
  subscribe(listener: () => void): () => void;
  /**
   * Reads the bytes of one entry by its `seq`.
   * @throws {RangeError} if the log does not hold the entry
   */
  read(seq: number): Promise<Uint8Array>;
  /** Removes every entry; numbering continues. */
  clear(): void;
}

const nothing = new Uint8Array(0);
const noSecrets: readonly SecretSpan[] = Object.freeze([]);

/** Creates a log that keeps bodies in memory. */
export function createEventLog(options: {
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
}): EventLog {
  let entries: Entry[] = [];
  // buffer and offset of each body: a typed array per entry takes more memory than most bodies
  let buffers: ArrayBufferLike[] = [];
  let offsets: number[] = [];
  let first = 0;
  let current: Snapshot = { entries, length: 0 };
  const listeners = createListeners();

  return {
    append(draft, body = nothing, connectionId = draft.connectionId, at = options.now()) {
      const seq = first + entries.length;
      const entry = entryOf(draft, connectionId, seq, at, body.byteLength);
      entries.push(entry);
      buffers.push(body.buffer);
      offsets.push(body.byteOffset);
      listeners.notify();
      return entry;
    },
    prepend(earlier, finish = (entry) => entry) {
      first -= earlier.length;
      const added = earlier.map(({ draft, body, connectionId, at }, index) =>
        finish(entryOf(draft, connectionId, first + index, at, body.byteLength)),
      );
      entries = added.concat(entries);
      buffers = earlier.map(({ body }) => body.buffer).concat(buffers);
      offsets = earlier.map(({ body }) => body.byteOffset).concat(offsets);
      listeners.notify();
    },
    snapshot() {
      if (current.entries !== entries || current.length !== entries.length) {
        current = { entries, length: entries.length };
      }
      return current;
    },
    subscribe: listeners.subscribe,
    async read(seq) {
      const entry = entries[seq - first];
      const buffer = buffers[seq - first];
      if (!entry || !buffer) throw new RangeError(`The log holds no entry ${seq}`);
      return new Uint8Array(buffer, offsets[seq - first], entry.size);
    },
    clear() {
      first += entries.length;
      entries = [];
      buffers = [];
      offsets = [];
      listeners.notify();
    },
  };
}

/** Builds an entry. It is not frozen, as that would take a large part of the time of an append. */
function entryOf(
  draft: EntryDraft,
  connectionId: string,
  seq: number,
  at: number,
  size: number,
): Entry {
  const { secrets = noSecrets } = draft;
  if (draft.kind !== "message" || draft.http || draft.initiator || draft.change) {
    return { ...draft, connectionId, seq, at, size, secrets } as Entry;
  }
  // a fixed literal instead of a spread halves the memory of a message, of which there may be 100,000s
  const { kind, direction, carrier, exchangeId, heads, batch, readAt } = draft;
  return {
    kind,
    direction,
    carrier,
    exchangeId,
    heads,
    batch,
    readAt,
    connectionId,
    seq,
    at,
    size,
    secrets,
  };
}
