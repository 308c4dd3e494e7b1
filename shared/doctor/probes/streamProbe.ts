/** Reads from the log how event streams arrived: late, compressed, or ended by the other side. */
import {
  type Entry,
  type HttpRequestEntry,
  type HttpResponseEntry,
  isOfSession,
} from "../../log/entry.ts";
import { findHeader } from "../../protocol/headers.ts";
import type { DoctorFinding } from "../cause.ts";
import { type DoctorProbe, finding } from "../probe.ts";

/** Milliseconds after which the head of a stream counts as late; servers send it at once. */
const lateMs = 2000;

export const streamProbe: DoctorProbe = {
  name: "stream",
  applies: ({ failure }) => failure === undefined,
  async run({ entries, now }) {
    const streams = [...streamsOf(entries)];
    const found = streams.flatMap((stream) => explain(stream, now())).slice(0, 1);
    const isOpened = streams.some(({ response }) => response?.http.status === 200);
    return found.length > 0 || isOpened ? found : "unmeasured";
  },
};

interface Stream {
  readonly request: HttpRequestEntry;
  readonly response: HttpResponseEntry | undefined;
  readonly end: Entry | undefined;
}

/** The listening streams of the connection. */
function* streamsOf(entries: readonly Entry[]): Generator<Stream> {
  const closedAt = entries.findLast(
    (entry) => entry.kind === "connection" && entry.phase === "closed",
  )?.seq;
  for (const request of entries) {
    if (request.kind !== "http-request" || !isOfSession(request)) continue;
    const own = entries.filter(({ exchangeId }) => exchangeId === request.exchangeId);
    const response = own.find((entry) => entry.kind === "http-response");
    const end = own.find((entry) => entry.kind === "http-end");
    const isAborted = end?.kind === "http-end" && end.outcome === "aborted";
    const isAfter = end !== undefined && closedAt !== undefined && end.seq > closedAt;
    if (request.http.method === "GET")
      yield { request, response, end: isAborted || isAfter ? undefined : end };
  }
}

function explain({ request, response, end }: Stream, now: number): readonly DoctorFinding[] {
  const waited = (response?.startedAt ?? response?.at ?? end?.at ?? now) - request.at;
  const headAt = response?.at ?? end?.at ?? now;
  const seqs = [request.seq, ...(response ? [response.seq] : [])];
  const server = response && findHeader(response.http.headers, "server");
  const ms = Math.round(Math.max(waited, headAt - request.at));
  if (!response || response.http.status === 200) {
    if (ms >= lateMs) return [finding("stream-delayed", { ms, server }, seqs)];
  }
  if (response?.http.status !== 200) return [];
  const encoding = findHeader(response.http.headers, "content-encoding");
  if (encoding !== undefined && encoding !== "identity")
    return [finding("stream-compressed", { encoding, server }, seqs)];
  if (!end) return [];
  return [
    finding("stream-closed", { ms: Math.round(end.at - response.at), server }, [...seqs, end.seq]),
  ];
}
