/** Where the relay keeps what must outlive a request: one small interface, many machines or one. */

/** How long a value lives. */
export interface Lifetime {
  /** Milliseconds from now. */
  readonly ttl: number;
}

/** Limits that a value has to fit in; only values that are still live count. */
export interface Quota {
  /** Whom the bytes are counted for. */
  readonly owner: string;
  /** Bytes that one owner may have. */
  readonly ownerBytes: number;
  /** Bytes that all owners may have together. */
  readonly totalBytes: number;
}

/** Counted for every value with an owner, besides its bytes: empty values take room as well. */
export const overheadBytes = 512;

/** `taken`: the id is in use. `full`, `owner-full`: which limit of the quota it does not fit. */
export type PutOutcome = "stored" | "taken" | "full" | "owner-full";

export interface Store {
  /** Whether other relays use the same store; what is in it is then theirs as well. */
  readonly shared: boolean;
  /**
   * Keeps bytes under an id, in place of what was there.
   * @param options with `ifAbsent`, only where nothing is
   * @returns whether they are kept now
   * @throws {StoreUnreachable | StoreFull} as do all others here
   */
  put(
    id: string,
    bytes: Uint8Array,
    options: Lifetime & { readonly ifAbsent?: boolean },
  ): Promise<boolean>;
  /**
   * Keeps bytes under an id that is not in use, where they fit a quota. The check and the write
   * are one step, and deleting or expiry gives the bytes back at once.
   */
  putCounted(id: string, bytes: Uint8Array, options: Lifetime & Quota): Promise<PutOutcome>;
  /** What is kept; undefined when nothing is, or no more. A counter reads as decimal digits. */
  get(id: string): Promise<Uint8Array | undefined>;
  /** Bytes of what is kept; undefined when nothing is, or no more. */
  size(id: string): Promise<number | undefined>;
  /**
   * A part of what is kept, without reading the rest into memory.
   * @returns at least one byte and at most `length` from `start` on; none at the end; undefined
   *   when nothing is kept, or no more
   */
  read(id: string, start: number, length: number): Promise<Uint8Array | undefined>;
  /** Forgets; tells whether there was anything. */
  delete(id: string): Promise<boolean>;
  /**
   * Adds to a counter, which begins at 0 and lives for `ttl` from then on.
   * @returns what it counts now
   */
  incr(id: string, by: number, options: Lifetime): Promise<number>;
  /** Tells all who subscribe at this moment, here and at other relays; nobody gets it later. */
  publish(channel: string, text: string): Promise<void>;
  /** Hears what is published from now on; returns how to stop. */
  subscribe(channel: string, listener: (text: string) => void): Promise<() => Promise<void>>;
  /** Settles when the store answers. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** Hears once when the store stops to work, with why, and once when it works again. */
export interface StoreWatcher {
  lost(reason: string): void;
  found(): void;
}

/** The store does not answer; it may again. The message is for the log and holds no secret. */
export class StoreUnreachable extends Error {
  override readonly name: string = "StoreUnreachable";
}

/** The store takes no more bytes: its disk or its memory is full. */
export class StoreFull extends Error {
  override readonly name = "StoreFull";
}
