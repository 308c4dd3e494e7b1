/** One HTTP exchange, written down byte by byte before anybody interprets it. */
import { concatBytes, decodeText } from "../bytes.ts";
import type { Header, HttpResponseHead } from "../log/entry.ts";
import { headerSecrets } from "../log/headerSecrets.ts";
import type { Recorder } from "../log/recorder.ts";
import { decodeMessages } from "./decodeMessages.ts";
import { createSseReader, type SseBlock } from "./sseBlock.ts";
import { createSseBlocks } from "./sseBlocks.ts";
import type { ReceivedFrame } from "./transport.ts";

export interface ExchangeRequest {
  readonly exchangeId: string;
  readonly method: string;
  readonly url: string;
  readonly headers: readonly Header[];
  readonly body?: Uint8Array;
  readonly signal: AbortSignal;
}

/** What the reader of a response is told while it comes in. */
export interface ExchangeListener {
  head?(head: HttpResponseHead): void;
  frame(frame: ReceivedFrame): void;
  /** Every block of an event stream, after its message (if any) was handed over. */
  block?(block: SseBlock): void;
}

/** How an exchange went; the bytes are in the log whatever it says. */
export type ExchangeResult =
  | {
      readonly kind: "complete";
      readonly head: HttpResponseHead;
      readonly contentType: string;
      /** Messages handed over. */
      readonly messages: number;
      /** The body as text where it held no message; at most 2,000 characters. */
      readonly otherBody: string;
      /** The parser's words where a body that was to be JSON is none. */
      readonly notJson?: string;
    }
  /** `fetch` threw, or the body broke off after `head`. */
  | { readonly kind: "failed"; readonly reason: string; readonly head?: HttpResponseHead }
  | { readonly kind: "aborted" };

/**
 * Sends a request and reads its response to the end.
 * The request's own entry is the caller's to write, before this is called.
 * @returns how it went; never rejects
 */
export async function recordedExchange(
  fetch: typeof globalThis.fetch,
  record: Recorder,
  request: ExchangeRequest,
  listener: ExchangeListener,
): Promise<ExchangeResult> {
  const { exchangeId } = request;
  let head: HttpResponseHead | undefined;
  const ended = (result: ExchangeResult): ExchangeResult => {
    record({
      kind: "http-end",
      direction: "none",
      exchangeId,
      outcome: result.kind,
      ...(result.kind === "failed" ? { reason: result.reason } : {}),
    });
    return result;
  };

  try {
    const response = await fetch(request.url, {
      method: request.method,
      headers: request.headers.map(([name, value]) => [name, value] as [string, string]),
      body: (request.body as BodyInit | undefined) ?? null,
      signal: request.signal,
      cache: "no-store",
    });
    head = headOf(response);
    record({
      kind: "http-response",
      direction: "in",
      exchangeId,
      http: head,
      secrets: headerSecrets(head.headers),
    });
    listener.head?.(head);
    const contentType = mediaType(response.headers.get("content-type"));
    const read = contentType === "text/event-stream" ? readStream : readWhole;
    const body = await read(response, record, exchangeId, contentType, listener);
    return ended({ kind: "complete", head, contentType, ...body });
  } catch (error) {
    if (request.signal.aborted) return ended({ kind: "aborted" });
    const reason = error instanceof Error ? error.message : String(error);
    return ended({ kind: "failed", reason, ...(head ? { head } : {}) });
  }
}

type BodyReader = (
  response: Response,
  record: Recorder,
  exchangeId: string,
  contentType: string,
  listener: ExchangeListener,
) => Promise<{ messages: number; otherBody: string; notJson?: string }>;

const readStream: BodyReader = async (response, record, exchangeId, _contentType, listener) => {
  const blocks = createSseBlocks();
  const readBlock = createSseReader();
  let messages = 0;
  const take = (bytes: Uint8Array) => {
    const block = readBlock(bytes);
    if (block.data && block.event === "message") {
      messages++;
      listener.frame(recordMessages(record, exchangeId, "sse", bytes, block.data));
    } else {
      const holds = block.data ? "other-event" : "stream-metadata";
      record({ kind: "frame", carrier: "sse", direction: "in", exchangeId, holds }, bytes);
    }
    listener.block?.(block);
  };
  try {
    for await (const chunk of chunksOf(response)) {
      for (const block of blocks.feed(chunk)) take(block);
    }
  } finally {
    const rest = blocks.rest();
    if (rest.byteLength > 0) {
      record({ kind: "frame", carrier: "sse", direction: "in", exchangeId, holds: "rest" }, rest);
    }
  }
  return { messages, otherBody: "" };
};

const readWhole: BodyReader = async (response, record, exchangeId, contentType, listener) => {
  const chunks: Uint8Array[] = [];
  const other = (holds: "body" | "rest", bytes: Uint8Array) =>
    record({ kind: "frame", carrier: "http", direction: "in", exchangeId, holds }, bytes);
  try {
    for await (const chunk of chunksOf(response)) chunks.push(chunk);
  } catch (error) {
    if (chunks.length > 0) other("rest", concatBytes(chunks));
    throw error;
  }
  const bytes = concatBytes(chunks);
  if (bytes.byteLength === 0) return { messages: 0, otherBody: "" };
  const text = decodeText(bytes);
  const decoded = decodeMessages(text);
  const holdsMessage = decoded.heads.some((head) => head.kind !== "invalid");
  const promisedMessage = response.ok && contentType === "application/json";
  if (!holdsMessage && !promisedMessage) {
    other("body", bytes);
    return { messages: 0, otherBody: text.slice(0, 2000) };
  }
  listener.frame(recordMessages(record, exchangeId, "http", bytes, text, decoded));
  const { notJson, messages } = decoded;
  if (notJson !== undefined) return { messages: 0, otherBody: text.slice(0, 2000), notJson };
  return { messages: messages.length, otherBody: "" };
};

function recordMessages(
  record: Recorder,
  exchangeId: string,
  carrier: "http" | "sse",
  bytes: Uint8Array,
  text: string,
  decoded = decodeMessages(text),
): ReceivedFrame {
  const { heads, batch, messages } = decoded;
  const entry = record(
    { kind: "message", carrier, direction: "in", exchangeId, heads, batch },
    bytes,
  );
  return { entry, text, messages };
}

async function* chunksOf(response: Response): AsyncGenerator<Uint8Array> {
  const reader = response.body?.getReader();
  if (!reader) return;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    yield value;
  }
}

function headOf(response: Response): HttpResponseHead {
  return {
    status: response.status,
    statusText: response.statusText,
    url: response.url,
    redirected: response.redirected,
    headers: [...response.headers.entries()],
  };
}

function mediaType(header: string | null): string {
  return header?.split(";", 1)[0]?.trim().toLowerCase() ?? "";
}
