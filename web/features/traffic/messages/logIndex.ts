/** What is known of the log's entries beyond each one of them, kept up to date entry by entry. */
import type {
  Entry,
  FrameEntry,
  HttpEndEntry,
  HttpRequestEntry,
  HttpRequestHead,
  HttpResponseEntry,
  HttpStartEntry,
  MessageEntry,
} from "../../../../shared/log/entry.ts";
import type { Snapshot } from "../../../../shared/log/eventLog.ts";
import { createPairing, type Pair } from "../../../../shared/log/pairing.ts";

/** The entry that opened an HTTP exchange. */
export type RequestEntry = HttpRequestEntry | (MessageEntry & { readonly http: HttpRequestHead });

/** The parts of an HTTP exchange that are known so far. */
export interface Exchange {
  request?: RequestEntry;
  /** Set where the request's head was completed only as it left, with credentials. */
  departure?: HttpStartEntry & { readonly http: HttpRequestHead };
  response?: HttpResponseEntry;
  end?: HttpEndEntry;
  /** Blocks of its stream that hold no message: comments, bare ids. Grows with the log. */
  readonly asides: FrameEntry[];
}

export interface LogIndex {
  /** Looks at what was appended since the last call; starts over after a clear. */
  update(snapshot: Snapshot): void;
  /** The entry with this number, unless it was cleared away. */
  entry(seq: number): Entry | undefined;
  /** The counterpart of a request or an answer. */
  pair(seq: number): Pair | undefined;
  /** The HTTP exchange that an entry belongs to. */
  exchange(entry: Entry): Readonly<Exchange> | undefined;
  /** Whether a request in this entry may still be answered. */
  isOpen(entry: Entry): boolean;
  /** When the entry's connection first appeared in the log, in milliseconds of the log's clock. */
  began(entry: Entry): number;
}

/** Makes an empty index; a snapshot is looked at once, however often it is given. */
export function createLogIndex(): LogIndex {
  const pairing = createPairing();
  let seen: Snapshot = { entries: [], length: 0 };
  let exchanges = new Map<string, Exchange>();
  let beginnings = new Map<string, number>();
  let over = new Set<string>();

  const look = (entry: Entry) => {
    if (!beginnings.has(entry.connectionId)) beginnings.set(entry.connectionId, entry.at);
    if (entry.kind === "connection" && (entry.phase === "closed" || entry.phase === "failed")) {
      over.add(entry.connectionId);
    }
    if (entry.exchangeId === undefined) return;
    const exchange = exchanges.get(entry.exchangeId) ?? { asides: [] };
    if (opensExchange(entry)) exchange.request = entry;
    else if (entry.kind === "http-start" && hasHead(entry)) exchange.departure = entry;
    else if (entry.kind === "http-response") exchange.response = entry;
    else if (entry.kind === "http-end") exchange.end = entry;
    else if (entry.kind === "frame" && entry.holds === "stream-metadata")
      exchange.asides.push(entry);
    else return;
    exchanges.set(entry.exchangeId, exchange);
  };

  const exchangeOf = ({ exchangeId }: Entry) =>
    exchangeId === undefined ? undefined : exchanges.get(exchangeId);

  return {
    update(snapshot) {
      pairing.update(snapshot);
      if (snapshot.entries !== seen.entries) {
        seen = { entries: snapshot.entries, length: 0 };
        exchanges = new Map();
        beginnings = new Map();
        over = new Set();
      }
      for (let at = seen.length; at < snapshot.length; at++) look(snapshot.entries[at] as Entry);
      if (snapshot.length > seen.length) seen = snapshot;
    },
    entry(seq) {
      const index = seq - (seen.entries[0]?.seq ?? 0);
      return index < seen.length ? seen.entries[index] : undefined;
    },
    pair: (seq) => pairing.of(seq),
    exchange: exchangeOf,
    isOpen(entry) {
      if (entry.kind !== "message" || pairing.of(entry.seq)) return false;
      if (over.has(entry.connectionId) || exchangeOf(entry)?.end) return false;
      return entry.heads.some((head) => head.kind === "request");
    },
    began: (entry) => beginnings.get(entry.connectionId) ?? entry.at,
  };
}

function hasHead(entry: HttpStartEntry): entry is NonNullable<Exchange["departure"]> {
  return entry.http !== undefined;
}

function opensExchange(entry: Entry): entry is RequestEntry {
  if (entry.kind === "http-request") return true;
  return entry.kind === "message" && entry.direction === "out" && entry.http !== undefined;
}
