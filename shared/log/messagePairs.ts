/** Matches answers to requests in a log, entry by entry. */
import { type AppEntry, type Entry, idKey, type MessageEntry } from "./entry.ts";
import { entryAt, type Snapshot } from "./eventLog.ts";

/** The counterpart of a request or an answer. */
export interface MessagePair {
  /** The `seq` of the counterpart. */
  readonly other: number;
  /** Milliseconds from sending the request to its answer, without {@link personMs}. */
  readonly ms: number;
  /** Milliseconds of these in which the server waited for a person; absent if it did not. */
  readonly personMs?: number;
  /**
   * Milliseconds from the arrival of the answer until the page read it; absent if only the page's
   * own clock is known, which `ms` then includes.
   */
  readonly readMs?: number;
  /** Milliseconds that the request was queued; absent if it was not. */
  readonly waitedMs?: number;
  /** The request's method. */
  readonly method: string;
}

interface MessagePairs {
  /** Processes the entries appended since the last call; starts over after a clear. */
  update(snapshot: Snapshot): void;
  /** The counterpart of an entry; undefined if there is none yet. */
  of(seq: number): MessagePair | undefined;
  /** Milliseconds of a time in which a server waited for answers of a person. */
  personMs(connectionId: string, from: number, to: number): number;
}

interface PersonWaits {
  /** Notes a time that ends no earlier than those before. */
  add(connectionId: string, from: number, to: number): void;
  /** Milliseconds of a time in which a person was waited for. */
  within(connectionId: string, from: number, to: number): number;
}

/** Creates the times in which servers waited for a person; what overlaps counts once. */
export function createPersonWaits(): PersonWaits {
  const waits = new Map<string, { from: number; readonly to: number }[]>();
  return {
    add(connectionId, from, to) {
      const own = waits.get(connectionId) ?? [];
      waits.set(connectionId, own);
      let first = from;
      for (let last = own.at(-1); last && last.to >= first; last = own.at(-1)) {
        first = Math.min(first, last.from);
        own.pop();
      }
      own.push({ from: first, to });
    },
    within(connectionId, from, to) {
      const own = waits.get(connectionId) ?? [];
      let sum = 0;
      for (let at = own.length - 1; at >= 0; at--) {
        const wait = own[at];
        if (!wait || wait.to <= from) break;
        sum += Math.max(0, Math.min(wait.to, to) - Math.max(wait.from, from));
      }
      return sum;
    },
  };
}

/** Creates an empty matcher; each entry is processed once. */
export function createMessagePairs(): MessagePairs {
  let seen: readonly Entry[] = [];
  let length = 0;
  let open = new Map<string, { entry: MessageEntry | AppEntry; method: string }>();
  let pairs = new Map<number, MessagePair>();
  /** When requests were sent after they were logged, by exchange. */
  let departures = new Map<string, number>();
  let waits = createPersonWaits();

  const updateWith = (entry: Entry) => {
    if (entry.kind === "http-start" && entry.exchangeId !== undefined) {
      departures.set(entry.exchangeId, entry.at);
    }
    if (entry.kind === "http-response" && entry.startedAt !== undefined) {
      departures.set(entry.exchangeId ?? "", entry.startedAt);
    }
    if (entry.kind !== "message" && entry.kind !== "app") return;
    // an app has ids of its own
    const peer = entry.kind === "app" ? entry.app : entry.connectionId;
    const opposite = entry.direction === "out" ? "in" : "out";
    for (const head of entry.heads) {
      if (head.kind === "request") {
        open.set(keyOf(peer, entry.direction, idKey(head.id)), {
          entry,
          method: head.method,
        });
      } else if ((head.kind === "result" || head.kind === "error") && head.id !== null) {
        const key = keyOf(peer, opposite, idKey(head.id));
        const request = open.get(key);
        if (!request) continue;
        open.delete(key);
        const { seq, at, exchangeId, direction } = request.entry;
        // a request of the server arrives on a stream that was opened before
        const left = (direction === "out" && departures.get(exchangeId ?? "")) || at;
        const facts = {
          ms: entry.at - left,
          ...(left === at ? {} : { waitedMs: left - at }),
          ...(entry.kind === "app" || entry.readAt === undefined
            ? {}
            : { readMs: entry.readAt - entry.at }),
          method: request.method,
        };
        pairs.set(entry.seq, { other: seq, ...facts });
        pairs.set(seq, { other: entry.seq, ...facts });
        const isOfPerson = entry.direction === "out" && entry.initiator?.kind === "user";
        if (isOfPerson && entry.kind === "message") waits.add(entry.connectionId, at, entry.at);
      }
    }
  };

  return {
    update(snapshot) {
      if (snapshot.entries !== seen) {
        seen = snapshot.entries;
        length = 0;
        open = new Map();
        pairs = new Map();
        departures = new Map();
        waits = createPersonWaits();
      }
      for (; length < snapshot.length; length++) updateWith(seen[length] as Entry);
    },
    of(seq) {
      const pair = pairs.get(seq);
      if (!pair) return undefined;
      const answer = entryAt({ entries: seen, length }, Math.max(seq, pair.other));
      // an app asks, and is asked, on its own
      if (answer?.kind !== "message" || answer.direction === "out") return pair;
      const personMs = waits.within(answer.connectionId, answer.at - pair.ms, answer.at);
      return personMs > 0 ? { ...pair, ms: Math.max(0, pair.ms - personMs), personMs } : pair;
    },
    personMs: (connectionId, from, to) => waits.within(connectionId, from, to),
  };
}

function keyOf(peer: string, direction: string, id: string): string {
  return `${peer} ${direction} ${id}`;
}
