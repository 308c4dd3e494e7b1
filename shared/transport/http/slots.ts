/** Keeps exchanges that may last long from taking every connection that a browser opens to an origin. */

/** `standing` exchanges last until somebody ends them, `asking` ones until they are answered. */
export type SlotUse = "request" | "long-lived";

export interface Slots {
  /**
   * Asks for a slot.
   * @param origin whose connections are shared, for example `https://example.com`
   * @param ready called once when the turn has come: before this returns where a slot is free
   * @returns gives the slot back, or leaves the queue; later calls do nothing
   */
  take(origin: string, use: SlotUse, ready: () => void): () => void;
}

interface Turn {
  readonly use: SlotUse;
  readonly ready: () => void;
}

/**
 * Makes slots to share among everything in a tab that talks to the same origins.
 * Standing exchanges leave one slot of each origin to those that ask, so that these always come to their turn.
 * @param most slots of one origin; a browser opens six connections to it over HTTP/1.1
 */
export function createSlots(most: number): Slots {
  const taken = new Map<string, Set<Turn>>();
  const queues = new Map<string, Turn[]>();

  const hasRoom = (turns: ReadonlySet<Turn>, use: SlotUse) => {
    if (turns.size >= most) return false;
    return use === "request" || [...turns].filter((turn) => turn.use === use).length < most - 1;
  };

  /** Lets everybody go for whom there is room, in the order in which they came. */
  const proceed = (origin: string) => {
    const turns = taken.get(origin) ?? new Set();
    const queue = queues.get(origin) ?? [];
    const waiting: Turn[] = [];
    const going: Turn[] = [];
    for (const turn of queue) {
      const goes = hasRoom(turns, turn.use);
      (goes ? going : waiting).push(turn);
      if (goes) turns.add(turn);
    }
    if (turns.size > 0) taken.set(origin, turns);
    else taken.delete(origin);
    if (waiting.length > 0) queues.set(origin, waiting);
    else queues.delete(origin);
    for (const { ready } of going) ready();
  };

  return {
    take(origin, use, ready) {
      const turn = { use, ready };
      queues.set(origin, [...(queues.get(origin) ?? []), turn]);
      proceed(origin);
      return () => {
        if (!taken.get(origin)?.delete(turn)) {
          const queue = queues.get(origin) ?? [];
          queues.set(
            origin,
            queue.filter((other) => other !== turn),
          );
        }
        proceed(origin);
      };
    },
  };
}

/** A place in the queue for a slot. */
export interface SlotReservation {
  isReady(): boolean;
  /** Settles when the turn has come, or `signal` aborted first. */
  readonly turn: Promise<void>;
  /** Gives the slot back, or leaves the queue. */
  leave(): void;
}

/** Takes a slot for an exchange that can be withdrawn. */
export function reserveSlot(
  slots: Slots,
  origin: string,
  use: SlotUse,
  signal: AbortSignal,
): SlotReservation {
  const { promise, resolve } = Promise.withResolvers<void>();
  const withdrawn = () => resolve();
  let isReady = false;
  const leave = slots.take(origin, use, () => {
    isReady = true;
    signal.removeEventListener("abort", withdrawn);
    resolve();
  });
  if (signal.aborted) withdrawn();
  else if (!isReady) signal.addEventListener("abort", withdrawn, { once: true });
  return { isReady: () => isReady, turn: promise, leave };
}
