/** Sends HTTP requests that the transport would not send: other headers, methods and bodies. */
import { encodeText } from "../core/bytes.ts";
import { findHeader, type Header } from "../protocol/headers.ts";
import { decodeMessages } from "../transport/decodeMessages.ts";
import type { HttpOptions } from "../transport/http/httpOptions.ts";
import { createHttpRequests } from "../transport/http/httpRequests.ts";
import type { ExchangeListener } from "../transport/http/recordedExchange.ts";
import { startOf, startOfJson } from "./replies.ts";

export interface RawResponse {
  /** Undefined if there was no response, or none in time. */
  readonly status: number | undefined;
  /** In lower case, without parameters; empty if there is none. */
  readonly contentType: string;
  readonly headers: readonly Header[];
  /** The messages of its body. */
  readonly messages: readonly unknown[];
  /** The first event before the answer that has an id, and how many messages came up to it. */
  readonly resumable: { readonly id: string; readonly messages: number } | undefined;
  /** The start of a body without messages. */
  readonly otherBody: string;
  /** Numbers of the entries of the exchange. */
  readonly evidence: readonly number[];
  /** What it was, for people. */
  readonly shown: string;
}

export interface RawRequest {
  readonly method: "GET" | "DELETE" | "POST";
  readonly headers: readonly Header[];
  /** The body of a POST. */
  readonly text?: string;
  /** Milliseconds until the response is given up. */
  readonly timeoutMs: number;
}

/**
 * Sends one request, and reads its response up to its first message, or to its head where the body is
 * an event stream of a GET that does not resume another one.
 */
export async function sendRaw(http: HttpOptions, request: RawRequest): Promise<RawResponse> {
  const { method, headers, text = "", timeoutMs } = request;
  const evidence: number[] = [];
  const requests = createHttpRequests({
    ...http,
    record: (draft, body, at) => {
      const entry = http.record(draft, body, at);
      if (entry.direction !== "none") evidence.push(entry.seq);
      return entry;
    },
  });
  const control = new AbortController();
  const { signal } = control;
  const stop = http.clock.after(timeoutMs, () => control.abort());
  const messages: unknown[] = [];
  let resumable: RawResponse["resumable"];
  const resumes = findHeader(headers, "last-event-id") !== undefined;
  let isAnswered = false;
  let head: { readonly status: number; readonly headers: readonly Header[] } | undefined;
  const listener: ExchangeListener = {
    head(received) {
      head = received;
      const isStream = findHeader(received.headers, "content-type")?.includes("event-stream");
      if (method === "GET" && isStream && !resumes) control.abort();
    },
    frame(frame) {
      messages.push(...frame.messages.map(({ value }) => value));
      if (frame.entry.carrier !== "sse" || !frame.entry.heads.some(isAnswer)) return;
      isAnswered = true;
      control.abort();
    },
    block({ id }) {
      // the message of the event itself has been delivered
      if (id !== undefined && !isAnswered) resumable ??= { id, messages: messages.length };
    },
  };
  const result =
    method === "POST"
      ? await requests.post(
          {
            url: http.url,
            bytes: encodeText(text),
            frame: decodeMessages(text),
            headers,
            override: [],
            signal,
          },
          listener,
        ).result
      : await requests.plain({ method, headers, signal }, listener);
  stop();
  const contentType = findHeader(head?.headers ?? [], "content-type") ?? "";
  const type = contentType.split(";", 1)[0]?.trim().toLowerCase() ?? "";
  const otherBody = result.kind === "complete" ? result.otherBody : "";
  return {
    status: head?.status,
    contentType: type,
    headers: head?.headers ?? [],
    messages,
    resumable,
    otherBody,
    evidence,
    shown: shownResponse(head?.status, type, messages.length > 0 ? messages[0] : otherBody),
  };
}

function shownResponse(status: number | undefined, type: string, body: unknown): string {
  if (status === undefined) return "No response";
  const text = typeof body === "string" ? startOf(body) : startOfJson(body);
  return `HTTP ${[status, type].filter(Boolean).join(", ")}${text ? `: ${text}` : ""}`;
}

const isAnswer = ({ kind }: { readonly kind: string }) => kind === "result" || kind === "error";
