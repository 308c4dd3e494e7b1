/** The key-value store interface for sessions, pairings, rate limits and blobs. */

interface Lifetime {
  /** Milliseconds from now. */
  readonly ttl: number;
}

/** Limits that a value must not exceed; expired values do not count. */
interface Quota {
  /** The owner that the bytes count for. */
  readonly owner: string;
  /** Bytes that one owner may store. */
  readonly ownerBytes: number;
  /** Bytes that all owners may store together. */
  readonly totalBytes: number;
}

/** Counted for every value with an owner in addition to its bytes, because empty values take space too. */
export const overheadBytes = 512;

/** `taken`: the id is in use. `full`, `owner-full`: the total or the owner's limit is exceeded. */
export type PutOutcome = "stored" | "taken" | "full" | "owner-full";

export interface Store {
  /** Whether other relays use the same store. */
  readonly shared: boolean;
  /**
   * Stores bytes under an id, replacing what was there.
   * @param options with `ifAbsent`, only if the id is not in use
   * @returns whether they were stored
   * @throws {StoreUnreachable | StoreFull} like all other methods
   */
  put(
    id: string,
    bytes: Uint8Array,
    options: Lifetime & { readonly ifAbsent?: boolean },
  ): Promise<boolean>;
  /**
   * Stores bytes under an unused id if they fit the quota. Check and write are atomic; deletion and
   * expiry release the bytes immediately.
   */
  putCounted(id: string, bytes: Uint8Array, options: Lifetime & Quota): Promise<PutOutcome>;
  /** The stored bytes; undefined if there are none or they expired. A counter is decimal digits. */
  get(id: string): Promise<Uint8Array | undefined>;
  /** The size in bytes; undefined if nothing is stored or it expired. */
  size(id: string): Promise<number | undefined>;
  /**
   * Reads a part without reading the rest into memory.
   * @returns 1 to `length` bytes from `start` on; none at the end; undefined if nothing is stored or
   *   it expired
   */
  read(id: string, start: number, length: number): Promise<Uint8Array | undefined>;
  /** Deletes an entry; returns whether there was one. */
  delete(id: string): Promise<boolean>;
  /**
   * Increments a counter, which starts at 0 and expires `ttl` after its first increment.
   * @returns the new value
   */
  incr(id: string, by: number, options: Lifetime): Promise<number>;
  /** Publishes to the current subscribers, at all relays if the store is shared. */
  publish(channel: string, text: string): Promise<void>;
  /** Subscribes to a channel; returns a function that unsubscribes. */
  subscribe(channel: string, listener: (text: string) => void): Promise<() => Promise<void>>;
  /** Resolves when the store responds. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** Called once when the store fails, with the reason, and once when it works again. */
export interface StoreWatcher {
  lost(reason: string): void;
  found(): void;
}

/** The store does not respond at the moment. The message is for the log and contains no secret. */
export class StoreUnreachable extends Error {
  override readonly name: string = "StoreUnreachable";
}

/** The store's disk or memory is full. */
export class StoreFull extends Error {
  override readonly name = "StoreFull";
}
