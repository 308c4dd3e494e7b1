/** Indexes relations between log entries: HTTP exchanges, requests and their responses. */
import type {
  ConnectionEntry,
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
import { createMessagePairs, type MessagePair } from "../../../../shared/log/messagePairs.ts";

/** The entry that opened an HTTP exchange. */
export type RequestEntry = HttpRequestEntry | (MessageEntry & { readonly http: HttpRequestHead });

/** The known parts of an HTTP exchange. */
export interface Exchange {
  request?: RequestEntry;
  /** Set when credentials were added to the request's head on sending. */
  departure?: HttpStartEntry & { readonly http: HttpRequestHead };
  response?: HttpResponseEntry;
  end?: HttpEndEntry;
  /** Blocks of its stream without a message: comments, ids. Grows with the log. */
  readonly asides: FrameEntry[];
}

export interface LogIndex {
  /** Processes entries appended since the last call; starts over after a clear. */
  update(snapshot: Snapshot): void;
  /** The entry with this sequence number, unless it was cleared. */
  entry(seq: number): Entry | undefined;
  /** The response of a request, or the request of a response. */
  pair(seq: number): MessagePair | undefined;
  /** The HTTP exchange that an entry belongs to. */
  exchange(entry: Entry): Readonly<Exchange> | undefined;
  /** Whether a request in this entry is pending. */
  isOpen(entry: Entry): boolean;
  /** Time of the connection's first entry, in milliseconds of the log's clock. */
  began(entry: Entry): number;
}

/** Phases after which nothing is answered over a connection. */
const ends: ReadonlySet<ConnectionEntry["phase"]> = new Set(["closed", "failed", "restored"]);

/** Creates an empty index; each snapshot is processed once. */
export function createLogIndex(): LogIndex {
  const messagePairs = createMessagePairs();
  let seen: Snapshot = { entries: [], length: 0 };
  let exchanges = new Map<string, Exchange>();
  let beginnings = new Map<string, number>();
  let over = new Set<string>();

  const look = (entry: Entry) => {
    if (!beginnings.has(entry.connectionId)) beginnings.set(entry.connectionId, entry.at);
    if (entry.kind === "connection" && ends.has(entry.phase)) {
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
      messagePairs.update(snapshot);
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
    pair: (seq) => messagePairs.of(seq),
    exchange: exchangeOf,
    isOpen(entry) {
      if (entry.kind !== "message" || messagePairs.of(entry.seq)) return false;
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
