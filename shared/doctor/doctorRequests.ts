/** Sends the requests of the doctor: recorded, limited in number, size and time, never with credentials to another origin. */

import { bytesIn, decodeText, encodeText } from "../core/bytes.ts";
import type { Clock } from "../core/clock.ts";
import type { HttpResponseHead } from "../log/entry.ts";
import { headerSecrets } from "../log/headerSecrets.ts";
import type { RecordDraft, Recorder } from "../log/recorder.ts";
import { urlSecrets } from "../log/urlSecrets.ts";
import type { Failure } from "../protocol/failures/failure.ts";
import { findHeader, type Header } from "../protocol/headers.ts";
import { latest } from "../protocol/revisions.ts";
import { recordedExchange } from "../transport/http/recordedExchange.ts";

export interface DoctorRequest {
  readonly method: string;
  readonly url: string;
  readonly headers?: readonly Header[];
  readonly body?: string;
  /** Whether the user's headers go along; only ever to the origin of the server. */
  readonly withCredentials?: boolean;
  /** Whether the server named the URL, which is of another origin. */
  readonly isNamed?: boolean;
  /** Sends it without reading the answer, as browsers do without CORS. */
  readonly isOpaque?: boolean;
}

/** An answer; a stream is read until its first message. */
export interface DoctorReply {
  readonly kind: "reply";
  readonly seqs: readonly number[];
  readonly head: HttpResponseHead;
  readonly contentType: string;
  /** The text of the first message, or of a JSON document; the start of any other body. */
  readonly text: string;
  /** The first message; undefined if there is none. */
  readonly message: unknown;
  readonly isInvalidJson: boolean;
  readonly isTimeout: boolean;
}

export interface DoctorNoReply {
  readonly kind: "none";
  readonly seqs: readonly number[];
  /** `limit`: not sent, because the doctor sends no more. */
  readonly why: "failed" | "timeout" | "limit";
  readonly reason: string;
  /** The relay's failure. */
  readonly failure: Failure | undefined;
}

export interface RequestsOptions {
  readonly record: Recorder;
  readonly clock: Clock;
  readonly newId: () => string;
  /** The URL of the server. */
  readonly url: string;
  /** The user's headers. */
  readonly headers: readonly Header[];
  /** Milliseconds until an answer is given up. */
  readonly timeoutMs: number;
  /** Ends what is under way; nothing more is sent. */
  readonly signal?: AbortSignal | undefined;
}

export interface DoctorRequests {
  /** @param fetch the browser's, the relay's, or the command line's */
  send(
    fetch: typeof globalThis.fetch,
    request: DoctorRequest,
  ): Promise<DoctorReply | DoctorNoReply>;
  readonly sent: readonly string[];
}

/** Requests of one diagnosis. */
export const maximumRequests = 40;
/** The time limits of how many answers may pass until nothing more is sent. */
const maximumTimeouts = 6;
/** Bytes that are read of an answer. */
const maximumBytes = 512 * 1024;

export function createDoctorRequests(options: RequestsOptions): DoctorRequests {
  const sent: string[] = [];
  const { clock, timeoutMs } = options;
  const endsAt = clock.now() + maximumTimeouts * timeoutMs;
  return {
    sent,
    async send(fetch, { method, url, headers = [], body, withCredentials, isOpaque }) {
      const isOver = options.signal?.aborted === true || clock.now() > endsAt;
      if (sent.length >= maximumRequests || isOver) {
        return { kind: "none", seqs: [], why: "limit", reason: "", failure: undefined };
      }
      sent.push(`${method} ${url}`);
      const isOwn = new URL(url).origin === new URL(options.url).origin;
      const all = [...headers, ...(withCredentials && isOwn ? options.headers : [])];
      const mode = isOpaque ? { mode: "no-cors" as const } : { redirect: "manual" as const };
      return exchange(options, method, url, all, body, (input, init) =>
        fetch(input, { ...init, ...mode, credentials: "omit", referrerPolicy: "no-referrer" }),
      );
    },
  };
}

async function exchange(
  { record, clock, newId, timeoutMs, headers: ownHeaders, signal }: RequestsOptions,
  method: string,
  url: string,
  headers: readonly Header[],
  body: string | undefined,
  fetch: typeof globalThis.fetch,
): Promise<DoctorReply | DoctorNoReply> {
  const exchangeId = newId();
  const bytes = body === undefined ? undefined : encodeText(body);
  const seqs: number[] = [];
  let document: Uint8Array | undefined;
  const recordEntry: Recorder = (draft, range, at) => {
    if (draft.kind === "frame" && draft.holds === "body" && range) document = bytesIn(range);
    const entry = record(outsideSession(draft), range, at);
    if (entry.kind !== "http-end") seqs.push(entry.seq);
    return entry as ReturnType<typeof record<typeof draft>>;
  };
  const own = new Set(ownHeaders.map(([name]) => name.toLowerCase()));
  const secrets = [...urlSecrets(url), ...headerSecrets(headers, own)];
  const http = { method, url, headers };
  const initiator = { kind: "diagnosis" } as const;
  recordEntry(
    { kind: "http-request", direction: "out", exchangeId, initiator, http, secrets },
    bytes,
  );

  const stop = new AbortController();
  const signals = signal ? AbortSignal.any([signal, stop.signal]) : stop.signal;
  let isLate = false;
  const cancelTimer = clock.after(timeoutMs, () => {
    isLate = true;
    stop.abort();
  });
  let head: HttpResponseHead | undefined;
  let first: { readonly text: string; readonly value: unknown } | undefined;
  const result = await recordedExchange(
    { fetch, clock, record: recordEntry, bodyLimit: { bytes: () => maximumBytes } },
    { exchangeId, method, url, headers, signal: signals, ...(bytes && { body: bytes }) },
    {
      head(received) {
        head = received;
      },
      frame({ text, messages }) {
        first ??= { text, value: messages[0]?.value };
        // the answer is known: a stream may stay open
        stop.abort();
      },
      block() {
        // an event of another kind, such as the endpoint of HTTP+SSE
        if (head && method === "GET") stop.abort();
      },
    },
  );
  cancelTimer();
  if (!head) {
    const failed = result.kind === "failed" ? result : undefined;
    const why = isLate ? "timeout" : "failed";
    return { kind: "none", seqs, why, reason: failed?.reason ?? "", failure: failed?.failure };
  }
  const complete = result.kind === "complete" ? result : undefined;
  const contentType = findHeader(head.headers, "content-type")?.split(";", 1)[0]?.trim() ?? "";
  const other = contentType.endsWith("json") && document && decodeText(document);
  return {
    kind: "reply",
    seqs,
    head,
    contentType,
    text: first?.text ?? (other || complete?.otherBody || ""),
    message: first?.value,
    isInvalidJson: complete?.notJson !== undefined,
    isTimeout: isLate,
  };
}

/** The answers are no messages of the session that the log is about. */
function outsideSession(draft: RecordDraft): RecordDraft {
  if (draft.kind !== "message" && draft.kind !== "frame") return draft;
  const { direction, exchangeId } = draft;
  return { kind: "frame", holds: "body", carrier: "http", direction, exchangeId };
}

/** What every client sends first. */
export const initializeText = JSON.stringify({
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: {
    protocolVersion: latest.legacy,
    capabilities: {},
    clientInfo: { name: "mcp-playground", version: "1" },
  },
});

export const initializeHeaders: readonly Header[] = [
  ["Content-Type", "application/json"],
  ["Accept", "application/json, text/event-stream"],
];
