/** Where the relay keeps what must outlive a request: one small interface, many machines or one. */

/** How long a value lives. */
export interface Lifetime {
  /** Milliseconds from now. */
  readonly ttl: number;
}

export interface Store {
  /** Whether other relays use the same store; what is in it is then theirs as well. */
  readonly shared: boolean;
  /**
   * Keeps bytes under an id, in place of what was there.
   * @param options with `ifAbsent`, only where nothing is
   * @returns whether they are kept now
   * @throws {StoreUnreachable} as do all others here
   */
  put(
    id: string,
    bytes: Uint8Array,
    options: Lifetime & { readonly ifAbsent?: boolean },
  ): Promise<boolean>;
  /** What is kept; undefined when nothing is, or no more. A counter reads as decimal digits. */
  get(id: string): Promise<Uint8Array | undefined>;
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

/** The store does not answer; it may again. The message is for people and holds no secret. */
export class StoreUnreachable extends Error {
  override readonly name = "StoreUnreachable";
}
