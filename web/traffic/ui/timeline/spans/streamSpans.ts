/** Finds the streams of events in a log, and when their events arrived. */
import type { Entry } from "../../../../../shared/log/entry.ts";
import type { Snapshot } from "../../../../../shared/log/eventLog.ts";
import { findHeader } from "../../../../../shared/protocol/headers.ts";
import type { LogIndex } from "../../messages/logIndex.ts";
import { isOver, type Span } from "./spans.ts";

interface OpenedStream {
  readonly request: Entry;
  readonly method: string;
  readonly start: number;
  readonly events: number[];
  end: number | undefined;
  isFailed: boolean;
}

export interface StreamReader {
  /** Processes the entries appended since the last call; starts over after a clear. */
  update(snapshot: Snapshot): void;
  /** @param isShown whether the stream that an entry opened is shown */
  spans(isShown: (request: Entry, exchangeId: string) => boolean): readonly Span[];
}

/** @param index what it has not read yet is left to the next call */
export function createStreamReader(index: LogIndex): StreamReader {
  let seen: Snapshot = { entries: [], length: 0 };
  let streams = new Map<string, OpenedStream>();

  const add = (entry: Entry) => {
    if (entry.exchangeId === undefined) return;
    const stream = streams.get(entry.exchangeId);
    if (entry.kind === "http-response" && isEventStream(entry)) {
      const request = index.exchange(entry)?.request;
      if (!request) return;
      streams.set(entry.exchangeId, {
        request,
        method: request.http.method,
        start: entry.startedAt ?? index.exchange(entry)?.sentAt ?? request.at,
        events: [],
        end: undefined,
        isFailed: false,
      });
    } else if (stream && entry.kind === "http-end") {
      stream.end = entry.at;
      stream.isFailed = entry.outcome === "failed";
    } else if (stream && entry.kind === "message" && entry.direction === "in") {
      stream.events.push(entry.at);
    }
  };

  return {
    update(snapshot) {
      if (snapshot.entries !== seen.entries) {
        seen = { entries: snapshot.entries, length: 0 };
        streams = new Map();
      }
      const { entries } = snapshot;
      let length = seen.length;
      for (; length < snapshot.length; length++) {
        const entry = entries[length] as Entry;
        // the index is behind the log while much is appended
        if (!index.entry(entry.seq)) break;
        add(entry);
      }
      seen = { entries, length };
    },
    spans(isShown) {
      const spans: Span[] = [];
      for (const [exchangeId, { request, method, start, end, events, isFailed }] of streams) {
        // the answer to a request alone is no stream to look at
        const isNotable = method === "GET" || events.length > 1;
        if (!isNotable || !isShown(request, exchangeId)) continue;
        const { seq, connectionId } = request;
        spans.push({
          lane: "streams",
          seq,
          connectionId,
          name: method === "GET" ? "GET" : "POST stream",
          kind: isFailed ? "failed" : "stream",
          start,
          end: end ?? (isOver(request, index) ? (events.at(-1) ?? start) : undefined),
          ms: end === undefined ? undefined : end - start,
          isNetworkTime: true,
          isFailed,
          ticks: events,
        });
      }
      return spans;
    },
  };
}

function isEventStream({ http }: Extract<Entry, { kind: "http-response" }>): boolean {
  if (http.status !== 200) return false;
  return findHeader(http.headers, "content-type")?.startsWith("text/event-stream") ?? false;
}
