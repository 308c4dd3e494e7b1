/** The append-only record of everything that happened; every screen is derived from it. */
import type { ByteRange } from "../core/bytes.ts";
import type { Entry, EntryDraft, SecretSpan } from "./entry.ts";

/** The index at one moment. Readers never read past `length`: the array grows behind their back. */
export interface Snapshot {
  readonly entries: readonly Entry[];
  readonly length: number;
}

export interface EventLog {
  /**
   * Writes an entry down.
   * @param draft what happened
   * @param body the bytes as they were on the wire; kept, not copied
   * @param connectionId whose it is, where the draft does not say
   * @param at when it happened, where that is known; now otherwise
   */
  append(draft: EntryDraft, body?: ByteRange, connectionId?: string, at?: number): Entry;
  /** The index now; the same object until something is appended or cleared. */
  snapshot(): Snapshot;
  /** Calls back after every change, synchronously; returns the way to stop. */
  subscribe(listener: () => void): () => void;
  /**
   * The bytes of one entry, by its `seq`.
   * @throws {RangeError} when the log has no such entry (any more)
   */
  read(seq: number): Promise<Uint8Array>;
  /** Forgets every entry; numbers go on where they were. */
  clear(): void;
}

const nothing = new Uint8Array(0);
const noSecrets: readonly SecretSpan[] = Object.freeze([]);

/** A log whose bodies live in memory. */
export function createEventLog(options: {
  /** Milliseconds on a monotonic clock. */
  readonly now: () => number;
}): EventLog {
  let entries: Entry[] = [];
  // where a body lies, as a view of its own takes more memory than most bodies do
  let buffers: ArrayBufferLike[] = [];
  let offsets: number[] = [];
  let first = 0;
  let current: Snapshot = { entries, length: 0 };
  const listeners = new Set<() => void>();

  const changed = () => {
    for (const listener of listeners) listener();
  };

  return {
    append(draft, body = nothing, connectionId = draft.connectionId, at = options.now()) {
      const seq = first + entries.length;
      const entry = entryOf(draft, connectionId, seq, at, body.byteLength);
      entries.push(entry);
      buffers.push(body.buffer);
      offsets.push(body.byteOffset);
      changed();
      return entry;
    },
    snapshot() {
      if (current.entries !== entries || current.length !== entries.length) {
        current = { entries, length: entries.length };
      }
      return current;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
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
      changed();
    },
  };
}

/** Readonly by its type alone: freezing takes a good part of the time that appending takes. */
function entryOf(
  draft: EntryDraft,
  connectionId: string,
  seq: number,
  at: number,
  size: number,
): Entry {
  const { secrets = noSecrets } = draft;
  if (draft.kind !== "message" || draft.http) {
    return { ...draft, connectionId, seq, at, size, secrets } as Entry;
  }
  // messages come by the hundred thousand: put together name by name, they take half the memory
  const { kind, direction, carrier, exchangeId, heads, batch } = draft;
  return {
    kind,
    direction,
    carrier,
    exchangeId,
    heads,
    batch,
    connectionId,
    seq,
    at,
    size,
    secrets,
  };
}
