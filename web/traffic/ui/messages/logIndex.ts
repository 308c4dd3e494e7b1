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
  Initiator,
  MessageEntry,
} from "../../../../shared/log/entry.ts";
import type { Snapshot } from "../../../../shared/log/eventLog.ts";
import { createMessagePairs, type MessagePair } from "../../../../shared/log/messagePairs.ts";
import { type Readiness, readinessOf } from "../../../../shared/log/readiness.ts";
import type { OpenedRecording } from "../../../sessions/store/openedRecording.ts";

/** The entry that opened an HTTP exchange. */
type RequestEntry = HttpRequestEntry | (MessageEntry & { readonly http: HttpRequestHead });

/** The known parts of an HTTP exchange. */
export interface IndexedExchange {
  request?: RequestEntry;
  /** Set when credentials were added to the request's head on sending. */
  departure?: HttpStartEntry & { readonly http: HttpRequestHead };
  /** When it was sent, if it was queued before; milliseconds of the log's clock. */
  sentAt?: number;
  response?: HttpResponseEntry;
  end?: HttpEndEntry;
  /** Blocks of its stream without a message: comments, ids. Grows with the log. */
  readonly nonMessageFrames: FrameEntry[];
}

/** The entries of a probe that found that a server needs a handshake. */
export interface Probe {
  /** The entry that says on which revision the handshake agreed. */
  readonly agreed: number;
  /** The steps, requests and answers of the probe, by `seq`. */
  readonly parts: readonly number[];
}

export interface LogIndex {
  /** Processes entries appended since the last call; starts over after a clear. */
  update(snapshot: Snapshot): void;
  /** The entry with this sequence number, unless it was cleared. */
  entry(seq: number): Entry | undefined;
  /** The response of a request, or the request of a response. */
  pair(seq: number): MessagePair | undefined;
  /** Milliseconds of a time in which a server waited for answers of a person. */
  personMs(connectionId: string, from: number, to: number): number;
  /** The HTTP exchange that an entry belongs to. */
  exchange(entry: Entry): Readonly<IndexedExchange> | undefined;
  /** Whether a request in this entry is pending. */
  isOpen(entry: Entry): boolean;
  /** Whether the request in this entry has not been sent yet. */
  isQueued(entry: Entry): boolean;
  /** Whether a connection is of an opened recording, whose times are not those of now. */
  isRecorded(connectionId: string): boolean;
  /**
   * The time that elapsed times are counted from, in milliseconds of the log's clock: recordings and
   * what happens now each have their own.
   */
  zero(connectionId: string): number;
  /** Milliseconds from the zero to the newest entry; of both, the longer time. */
  span(): number;
  /** The time of the newest entry, in milliseconds of the log's clock. */
  end(): number;
  /** The address of the server of each connection; empty where the log does not state it. */
  connections(): ReadonlyMap<string, string>;
  /** Where the messages of a connection come from; undefined for those of this tab. */
  source(connectionId: string): OpenedRecording["source"] | undefined;
  /** Whether an entry is of a connection that was made to examine a server. */
  isExamination(entry: Entry): boolean;
  /** Whether the process of a connection ended before the page closed it. */
  hasCrashed(connectionId: string): boolean;
  /** When the page ended a connection, in milliseconds of the log's clock; undefined if it did not. */
  disconnectedAt(connectionId: string): number | undefined;
  /** Whether an entry is part of a probe that ended in an agreement. */
  isOfProbe(entry: Entry): boolean;
  /** Who caused an entry, or the request that it belongs to; undefined if nobody knows. */
  initiator(entry: Entry): Initiator | undefined;
  /** Probes of servers, in the order of the log. */
  probes(): readonly Probe[];
  /** The `seq` of the entry with which each connection begins, by connection. */
  headings(): ReadonlyMap<string, number>;
  /** The entry that says that a connection with a heading is ready. */
  ready(connectionId: string): ConnectionEntry | undefined;
  /** How long the connection whose heading this is took until it was ready; undefined for any other entry. */
  readiness(heading: Entry): Readiness | undefined;
}

/** Phases after which no request of a connection is answered. */
const ends: ReadonlySet<ConnectionEntry["phase"]> = new Set(["closed", "failed", "restored"]);

/**
 * Creates an empty index; each snapshot is processed once.
 * @param source where the messages of a connection come from
 */
export function createLogIndex(source: LogIndex["source"] = () => undefined): LogIndex {
  const messagePairs = createMessagePairs();
  let processed: Snapshot = { entries: [], length: 0 };
  let exchanges = new Map<string, IndexedExchange>();
  let zeroRecorded: number | undefined;
  let zeroNow: number | undefined;
  let endRecorded = 0;
  let end = 0;
  let endedConnections = new Set<string>();
  /** Connections whose process ended before the page closed them. */
  let crashed = new Set<string>();
  let disconnected = new Map<string, number>();
  let incomplete = new Set<string>();
  let servers = new Map<string, string>();
  let examinations = new Set<string>();
  let headings = new Map<string, number>();
  let ready = new Map<string, ConnectionEntry>();
  /** Computed for the rows that are shown. */
  let readiness = new Map<string, Readiness | undefined>();
  /** The parts of probes that have not led to an agreement, by connection. */
  let probing = new Map<string, number[]>();
  let probes: Probe[] = [];
  let probed = new Set<number>();

  /** Collects the steps of Auto until it agrees on a revision, without the handshake itself. */
  const addToProbe = (entry: Entry) => {
    const parts = probing.get(entry.connectionId);
    if (entry.kind !== "negotiation") {
      if (parts && methodOf(entry) === probeMethod) parts.push(entry.seq);
      return;
    }
    const { step } = entry;
    if (step.kind === "discover") probing.set(entry.connectionId, [...(parts ?? []), entry.seq]);
    else if (step.kind !== "agreed") parts?.push(entry.seq);
    else if (parts) {
      probing.delete(entry.connectionId);
      // without a handshake, the probe's rows are the negotiation and stay visible
      if (parts.some((seq) => isHandshake(entryOf(seq)))) {
        probes = [...probes, { agreed: entry.seq, parts }];
        for (const seq of parts) probed.add(seq);
      }
    }
  };

  /** The method of a request, or of the request that an answer or a part of an exchange belongs to. */
  const methodOf = (entry: Entry): string | undefined => {
    const head = entry.kind === "message" ? entry.heads[0] : undefined;
    if (head?.kind === "request") return head.method;
    const pair = messagePairs.of(entry.seq);
    if (pair) return pair.method;
    const request = exchangeOf(entry)?.request;
    return request && request !== entry && request.kind === "message"
      ? methodOf(request)
      : undefined;
  };

  const isRecorded = (connectionId: string) => {
    const from = source(connectionId);
    // a tap and a live session go on now
    return from !== undefined && from !== "tap" && from !== "live";
  };

  const addEntry = (entry: Entry) => {
    if (isRecorded(entry.connectionId)) {
      zeroRecorded ??= entry.at;
      endRecorded = Math.max(endRecorded, entry.at);
    } else {
      zeroNow ??= entry.at;
      end = Math.max(end, entry.at);
    }
    if (!servers.has(entry.connectionId)) servers.set(entry.connectionId, "");
    if (entry.kind === "connection") {
      if (entry.phase !== "restored") servers.set(entry.connectionId, entry.label);
      if (entry.initiator?.kind === "examination") examinations.add(entry.connectionId);
      if (entry.phase === "connecting" && !headings.has(entry.connectionId)) {
        headings.set(entry.connectionId, entry.seq);
      }
      const isFirst = headings.has(entry.connectionId) && !ready.has(entry.connectionId);
      if (entry.phase === "connected" && isFirst) ready.set(entry.connectionId, entry);
      // what has no answer may have had one that was not kept
      if (entry.phase === "not-stored") incomplete.add(entry.connectionId);
      if (entry.byClient && !incomplete.has(entry.connectionId)) {
        disconnected.set(entry.connectionId, entry.at);
      }
      if (ends.has(entry.phase)) endedConnections.add(entry.connectionId);
      // every connection of the page before the reload
      if (entry.phase === "restored") endedConnections = new Set(servers.keys());
    }
    const isExit = entry.kind === "process" && entry.event.kind === "exited";
    if (isExit && !endedConnections.has(entry.connectionId)) crashed.add(entry.connectionId);
    addToExchange(entry);
    if (entry.kind === "negotiation" || probing.size > 0) addToProbe(entry);
  };

  const addToExchange = (entry: Entry) => {
    if (entry.exchangeId === undefined) return;
    const exchange = exchanges.get(entry.exchangeId) ?? { nonMessageFrames: [] };
    if (entry.kind === "http-start") exchange.sentAt = entry.at;
    if (opensExchange(entry)) exchange.request = entry;
    else if (entry.kind === "http-start") {
      if (hasHead(entry)) exchange.departure = entry;
    } else if (entry.kind === "http-response") exchange.response = entry;
    else if (entry.kind === "http-end") exchange.end = entry;
    else if (entry.kind === "frame" && entry.holds === "stream-metadata")
      exchange.nonMessageFrames.push(entry);
    else return;
    exchanges.set(entry.exchangeId, exchange);
  };

  const entryOf = (seq: number) => {
    const at = seq - (processed.entries[0]?.seq ?? 0);
    return processed.entries[at];
  };

  const exchangeOf = ({ exchangeId }: Entry) =>
    exchangeId === undefined ? undefined : exchanges.get(exchangeId);

  return {
    update(snapshot) {
      messagePairs.update(snapshot);
      if (snapshot.entries !== processed.entries) {
        processed = { entries: snapshot.entries, length: 0 };
        exchanges = new Map();
        zeroRecorded = undefined;
        zeroNow = undefined;
        endRecorded = 0;
        end = 0;
        endedConnections = new Set();
        crashed = new Set();
        disconnected = new Map();
        incomplete = new Set();
        servers = new Map();
        examinations = new Set();
        headings = new Map();
        ready = new Map();
        readiness = new Map();
        probing = new Map();
        probes = [];
        probed = new Set();
      }
      for (let at = processed.length; at < snapshot.length; at++)
        addEntry(snapshot.entries[at] as Entry);
      if (snapshot.length > processed.length) processed = snapshot;
    },
    entry(seq) {
      const index = seq - (processed.entries[0]?.seq ?? 0);
      return index < processed.length ? processed.entries[index] : undefined;
    },
    pair: (seq) => messagePairs.of(seq),
    personMs: messagePairs.personMs,
    exchange: exchangeOf,
    isOpen(entry) {
      const hasHeads = entry.kind === "message" || entry.kind === "app";
      if (!hasHeads || messagePairs.of(entry.seq)) return false;
      if (endedConnections.has(entry.connectionId) || exchangeOf(entry)?.end) return false;
      return entry.heads.some((head) => head.kind === "request");
    },
    isQueued(entry) {
      if (entry.kind !== "message" || entry.queued === undefined) return false;
      const exchange = exchangeOf(entry);
      return exchange?.sentAt === undefined && !exchange?.end && !exchange?.response;
    },
    isRecorded,
    zero: (connectionId) => (isRecorded(connectionId) ? zeroRecorded : zeroNow) ?? 0,
    span: () => Math.max(endRecorded - (zeroRecorded ?? endRecorded), end - (zeroNow ?? end)),
    end: () => end,
    connections: () => servers,
    source,
    isExamination: ({ connectionId }) => examinations.has(connectionId),
    hasCrashed: (connectionId) => crashed.has(connectionId),
    disconnectedAt: (connectionId) => disconnected.get(connectionId),
    isOfProbe: ({ seq }) => probed.has(seq),
    initiator(entry) {
      const pair = messagePairs.of(entry.seq);
      const request = pair ? entryOf(pair.other) : exchangeOf(entry)?.request;
      // a stream that the client opened for itself brings what others caused
      return entry.initiator ?? (request?.kind === "message" ? request.initiator : undefined);
    },
    probes: () => probes,
    headings: () => headings,
    ready: (connectionId) => ready.get(connectionId),
    readiness({ connectionId, seq }) {
      const end = headings.get(connectionId) === seq ? ready.get(connectionId) : undefined;
      if (!end) return undefined;
      if (!readiness.has(connectionId)) {
        const first = processed.entries[0]?.seq ?? 0;
        const until = processed.entries.slice(seq - first, end.seq - first + 1);
        const own = until.filter((entry) => entry.connectionId === connectionId);
        readiness.set(connectionId, readinessOf(own));
      }
      return readiness.get(connectionId);
    },
  };
}

const probeMethod = "server/discover";

function isHandshake(entry: Entry | undefined): boolean {
  return entry?.kind === "negotiation" && entry.step.kind === "initialize";
}

function hasHead(entry: HttpStartEntry): entry is NonNullable<IndexedExchange["departure"]> {
  return entry.http !== undefined;
}

function opensExchange(entry: Entry): entry is RequestEntry {
  if (entry.kind === "http-request") return true;
  return entry.kind === "message" && entry.direction === "out" && entry.http !== undefined;
}
