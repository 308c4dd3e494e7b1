/** Matches answers to requests in a log, entry by entry. */
import { type AppEntry, type Entry, idKey, type MessageEntry } from "./entry.ts";
import type { Snapshot } from "./eventLog.ts";

/** The counterpart of a request or an answer. */
export interface MessagePair {
  /** The `seq` of the counterpart. */
  readonly other: number;
  /** Milliseconds from sending the request to its answer. */
  readonly ms: number;
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
}

/** Creates an empty matcher; each entry is processed once. */
export function createMessagePairs(): MessagePairs {
  let seen: readonly Entry[] = [];
  let length = 0;
  let open = new Map<string, { entry: MessageEntry | AppEntry; method: string }>();
  let pairs = new Map<number, MessagePair>();
  /** When requests were sent after they were logged, by exchange. */
  let departures = new Map<string, number>();

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
        const { seq, at, exchangeId } = request.entry;
        const left = departures.get(exchangeId ?? "") ?? at;
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
      }
      for (; length < snapshot.length; length++) updateWith(seen[length] as Entry);
    },
    of: (seq) => pairs.get(seq),
  };
}

function keyOf(peer: string, direction: string, id: string): string {
  return `${peer} ${direction} ${id}`;
}
