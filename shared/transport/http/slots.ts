/** Queues exchanges so that those that wait never occupy every connection a browser opens to an origin. */

/**
 * `long-lived` exchanges last until one side ends them. `call` ones may wait for a person or for
 * work, and `short` ones are answered at once by a server that works, such as a completion.
 */
export type SlotUse = "long-lived" | "call" | "short";

export interface Slots {
  /**
   * Requests a slot.
   * @param origin the origin whose connections are shared, for example `https://example.com`
   * @param ready called once the slot is granted; before this returns if one is free
   * @param key names it for {@link sendNow}
   * @returns releases the slot or leaves the queue; later calls do nothing
   */
  take(origin: string, use: SlotUse, ready: () => void, key?: string): () => void;
  /** Whether an exchange would be queued. */
  isFull(origin: string, use: SlotUse): boolean;
  /** Whether a queued exchange could have the connection that is left for short ones. */
  canSendNow(key: string): boolean;
  /** Grants a queued exchange that connection, out of turn; does nothing if it is in use. */
  sendNow(key: string): void;
}

/** Calls and long-lived exchanges of one origin for which the page keeps connections. */
export const heldConnections = 4;

interface QueueEntry {
  readonly use: SlotUse;
  readonly ready: () => void;
  readonly key: string | undefined;
}

/**
 * Creates the slots shared by all connections of a tab. Long-lived exchanges leave a slot to calls,
 * and both leave one to short exchanges. What needs no slot (answers, cancellations, the end of a
 * session) needs a further connection.
 * @param limit calls and long-lived exchanges of one origin; over HTTP/1.1 a browser opens six
 *   connections to it
 */
export function createSlots(limit: number): Slots {
  const taken = new Map<string, Set<QueueEntry>>();
  const queues = new Map<string, QueueEntry[]>();

  const hasRoom = (active: ReadonlySet<QueueEntry>, use: SlotUse) => {
    const count = (...uses: readonly SlotUse[]) =>
      [...active].filter((entry) => uses.includes(entry.use)).length;
    if (active.size > limit) return false;
    if (use === "short") return true;
    if (count("call", "long-lived") >= limit) return false;
    return use === "call" || count("long-lived") < limit - 1;
  };

  /** Grants free slots in the order of the queue. */
  const startNext = (origin: string) => {
    const active = taken.get(origin) ?? new Set();
    const queue = queues.get(origin) ?? [];
    const waiting: QueueEntry[] = [];
    const granted: QueueEntry[] = [];
    for (const entry of queue) {
      const isGranted = hasRoom(active, entry.use);
      (isGranted ? granted : waiting).push(entry);
      if (isGranted) active.add(entry);
    }
    if (active.size > 0) taken.set(origin, active);
    else taken.delete(origin);
    if (waiting.length > 0) queues.set(origin, waiting);
    else queues.delete(origin);
    for (const { ready } of granted) ready();
  };

  const findQueued = (key: string) => {
    for (const [origin, queue] of queues) {
      const entry = queue.find((one) => one.key === key);
      // the browser has one more connection, for requests that take no slot
      if (entry && (taken.get(origin)?.size ?? 0) <= limit) return { origin, queue, entry };
    }
    return undefined;
  };

  return {
    canSendNow: (key) => findQueued(key) !== undefined,
    sendNow(key) {
      const found = findQueued(key);
      if (!found) return;
      const { origin, queue, entry } = found;
      queues.set(
        origin,
        queue.filter((other) => other !== entry),
      );
      taken.set(origin, (taken.get(origin) ?? new Set()).add(entry));
      entry.ready();
    },
    isFull: (origin, use) => !hasRoom(taken.get(origin) ?? new Set(), use),
    take(origin, use, ready, key) {
      const entry = { use, ready, key };
      queues.set(origin, [...(queues.get(origin) ?? []), entry]);
      startNext(origin);
      return () => {
        if (!taken.get(origin)?.delete(entry)) {
          const queue = queues.get(origin) ?? [];
          queues.set(
            origin,
            queue.filter((other) => other !== entry),
          );
        }
        startNext(origin);
      };
    },
  };
}

interface SlotReservation {
  isReady(): boolean;
  /** Settles when the slot is granted or the signal aborts. */
  readonly whenReady: Promise<void>;
  /** Releases the slot or leaves the queue. */
  release(): void;
}

/** Requests a slot for an exchange that can be aborted while it is queued. */
export function reserveSlot(
  slots: Slots,
  origin: string,
  use: SlotUse,
  signal: AbortSignal,
  key?: string,
): SlotReservation {
  const { promise, resolve } = Promise.withResolvers<void>();
  const aborted = () => resolve();
  let isReady = false;
  const grant = () => {
    isReady = true;
    signal.removeEventListener("abort", aborted);
    resolve();
  };
  const release = slots.take(origin, use, grant, key);
  if (signal.aborted) aborted();
  else if (!isReady) signal.addEventListener("abort", aborted, { once: true });
  return { isReady: () => isReady, whenReady: promise, release };
}
