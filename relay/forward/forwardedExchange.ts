/** Sends one HTTP request for a page and streams the response as far as the page has granted. */
import type { Agent, ClientRequest, IncomingMessage } from "node:http";
import type { ForwardFailure } from "../../shared/protocol/failures/forwardFacts.ts";
import { encodeChunk, maxChunkBytes } from "../../shared/relay/frames/chunk.ts";
import {
  type ForwardedHead,
  type HttpPageMessage,
  type HttpRelayMessage,
  requestWindow,
  responseWindow,
} from "../../shared/relay/frames/httpFrames.ts";
import { request } from "../http/nodeHttp.ts";
import { factsOf } from "./agent.ts";
import { proxyCredentials } from "./connect.ts";
import { forwardFailureOf } from "./forwardFailure.ts";

export interface ForwardedExchange {
  /** Takes the next bytes of the request's body; false if they are out of order or too many. */
  write(offset: number, bytes: Uint8Array): boolean;
  grant(until: number): void;
  /** Cancels the exchange without notifying the page. */
  abort(): void;
}

interface ExchangeOptions {
  readonly message: Extract<HttpPageMessage, { kind: "exchange" }>;
  /** Reuses connections. */
  readonly agent: Agent;
  /** Opens a new connection for each exchange. */
  readonly freshAgent: Agent;
  /** The proxy that needs the absolute URL in the request line, if any. */
  readonly proxy: URL | undefined;
  /** Whether the page asked for times of the relay's clock. */
  readonly wantsTimes: boolean;
  readonly sendMessage: (message: HttpRelayMessage) => void;
  readonly sendFrame: (frame: Uint8Array) => void;
  /** Called once, at the end. */
  readonly over: (outcome: "complete" | "aborted" | ForwardFailure["code"]) => void;
}

/** @see https://www.rfc-editor.org/rfc/rfc9110#section-9.2.2 */
const idempotent = /^(GET|HEAD|OPTIONS|PUT|DELETE)$/;

/** The maximum size of a response's head in bytes. */
const maxHeaderSize = 262_144;

/** Starts an exchange. */
export function createForwardedExchange(options: ExchangeOptions): ForwardedExchange {
  const { message, sendMessage, wantsTimes } = options;
  const { id, size = 0 } = message;
  /** Small bodies are collected, so that the request can be repeated; large ones are streamed. */
  const isHeld = size <= requestWindow;
  // With a wrong Content-Length, the server could read the body as part of the next request.
  const keptAgent = isFramedByPage(message) ? options.freshAgent : options.agent;
  const held: Uint8Array[] = [];
  let received = 0;
  let sent = 0;
  let clientRequest: ClientRequest | undefined;
  let response: IncomingMessage | undefined;
  let isOver = false;
  /** When the request was first begun; a repetition belongs to the same time. */
  let sentAt: number | undefined;

  const end = (outcome: Parameters<ExchangeOptions["over"]>[0]) => {
    if (isOver) return;
    isOver = true;
    options.over(outcome);
  };

  const fail = (error: unknown) => {
    if (isOver) return;
    const failure = forwardFailureOf(error);
    sendMessage({ kind: "exchange-failed", id, ...failure });
    end(failure.code);
    clientRequest?.destroy();
  };

  const body = createBody(options, (total, at) => {
    sendMessage({ kind: "exchange-ended", id, total, ...(wantsTimes ? { at } : {}) });
    end("complete");
  });

  const answered = (answer: IncomingMessage, waitMs: number) => {
    response = answer;
    const headAt = performance.now();
    sendMessage({
      kind: "response",
      id,
      ...headOf(answer, waitMs, clientRequest?.reusedSocket ?? false),
      ...(wantsTimes ? { times: { sentAt: sentAt ?? headAt, headAt } } : {}),
    });
    answer.on("error", fail);
    body.read(answer);
  };

  const ask = (agent: Agent) => {
    sentAt ??= performance.now();
    try {
      clientRequest = request(requestOptions(options, agent));
    } catch (error) {
      return fail(error);
    }
    const mine = clientRequest;
    // By default, Node silently drops headers beyond 1000; `maxHeaderSize` is a sufficient limit.
    mine.maxHeadersCount = 0;
    let from = performance.now();
    mine.once("socket", () => {
      from = performance.now();
    });
    mine.once("response", (answer) => answered(answer, performance.now() - from));
    mine.once("upgrade", (_answer, socket) => {
      socket.destroy();
      fail(new Error("The server switched to another protocol"));
    });
    mine.on("error", (error) => {
      if (mine !== clientRequest || isOver) return;
      // The server may just have closed a reused connection: repeat idempotent requests only.
      const mayRepeat = !response && mine.reusedSocket && idempotent.test(message.method);
      if (mayRepeat && isHeld) ask(options.freshAgent);
      else fail(error);
    });
    if (!isHeld) return;
    for (const bytes of held) mine.write(bytes);
    mine.end();
  };

  if (!isHeld) ask(options.freshAgent);
  else if (size === 0) ask(keptAgent);

  return {
    write(offset, bytes) {
      const next = received + bytes.byteLength;
      if (offset !== received || next > size || next - sent > requestWindow) return false;
      received = next;
      if (isHeld) {
        held.push(bytes.slice());
        if (received === size) ask(keptAgent);
        return true;
      }
      clientRequest?.write(bytes, (error) => {
        if (error || isOver) return;
        sent += bytes.byteLength;
        sendMessage({ kind: "sent", id, sent });
      });
      if (received === size) clientRequest?.end();
      return true;
    },
    grant: body.grant,
    abort() {
      end("aborted");
      clientRequest?.destroy();
    },
  };
}

/** Sends the response's body to the page, never more than granted. */
function createBody(
  { message, wantsTimes, sendFrame }: ExchangeOptions,
  ended: (total: number, at: number) => void,
) {
  const { id } = message;
  let until = Math.min(message.until, responseWindow);
  let offset = 0;
  let waiting: Uint8Array = new Uint8Array(0);
  let answer: IncomingMessage | undefined;
  let isRead = false;
  /** When the bytes that wait were read, then when the body ended. */
  let readAt = 0;

  const pump = () => {
    while (waiting.byteLength > 0 && offset < until) {
      const bytes = waiting.subarray(0, Math.min(maxChunkBytes, until - offset));
      const at = wantsTimes ? readAt : undefined;
      sendFrame(encodeChunk({ id, channel: "response", offset, startsLine: false, bytes, at }));
      offset += bytes.byteLength;
      waiting = waiting.subarray(bytes.byteLength);
    }
    if (waiting.byteLength > 0) answer?.pause();
    else if (isRead) ended(offset, readAt);
    else answer?.resume();
  };

  return {
    grant(next: number) {
      until = Math.min(next, offset + responseWindow);
      pump();
    },
    read(from: IncomingMessage) {
      answer = from;
      from.on("data", (bytes: Buffer) => {
        readAt = performance.now();
        // The stream is paused while bytes wait, but already buffered data may still arrive.
        waiting = waiting.byteLength > 0 ? Buffer.concat([waiting, bytes]) : bytes;
        pump();
      });
      from.once("end", () => {
        if (waiting.byteLength === 0) readAt = performance.now();
        isRead = true;
        pump();
      });
    },
  };
}

/** Whether the page's headers frame the body themselves, or with a wrong length. */
function isFramedByPage({ headers, size = 0 }: ExchangeOptions["message"]): boolean {
  return headers.some(([name, value]) => {
    const lower = name.toLowerCase();
    if (lower === "content-length") return value.trim() !== String(size);
    return lower === "transfer-encoding";
  });
}

/** The request exactly as the page wrote it; only headers that HTTP requires are added. */
function requestOptions({ message, proxy }: ExchangeOptions, agent: Agent) {
  const { method, headers, size } = message;
  const url = new URL(message.url);
  const names = new Set(headers.map(([name]) => name.toLowerCase()));
  const credentials = proxy && proxyCredentials(proxy);
  const isMeasured = names.has("content-length") || names.has("transfer-encoding");
  const sized = size !== undefined && !isMeasured;
  return {
    agent,
    method,
    host: url.hostname,
    port: url.port || (url.protocol === "https:" ? 443 : 80),
    path: `${proxy ? url.origin : ""}${url.pathname}${url.search}`,
    // Given as a list, Node keeps order and case and adds only Connection.
    headers: [
      ...(names.has("host") ? [] : [["Host", url.host]]),
      ...headers,
      ...(sized ? [["Content-Length", String(size)]] : []),
      ...(credentials ? [["Proxy-Authorization", credentials]] : []),
    ] as unknown as readonly string[],
    maxHeaderSize,
  };
}

function headOf(answer: IncomingMessage, waitMs: number, isReused: boolean): ForwardedHead {
  const { statusCode = 0, statusMessage = "", httpVersion, rawHeaders, socket } = answer;
  const facts = factsOf(socket);
  const headers = Array.from(
    { length: rawHeaders.length / 2 },
    (_, i) => [rawHeaders[2 * i] ?? "", rawHeaders[2 * i + 1] ?? ""] as const,
  );
  return {
    status: statusCode,
    statusText: statusMessage,
    httpVersion,
    headers,
    timing: { ...(isReused ? {} : facts?.timing), waitMs },
    ...(facts ? { remote: facts.remote } : {}),
    ...(facts?.tls ? { tls: facts.tls } : {}),
  };
}
