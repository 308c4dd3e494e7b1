/** The Streamable HTTP transport of the revisions that keep a session (2025-03-26 to 2025-11-25). */
import { decodeText } from "../bytes.ts";
import { type Clock, sleep } from "../clock.ts";
import type { MessageHead } from "../jsonrpc.ts";
import { type Header, idKey } from "../log/entry.ts";
import { headerSecrets } from "../log/headerSecrets.ts";
import type { Recorder } from "../log/recorder.ts";
import { traitsOf } from "../mcp/revisions.ts";
import { decodeMessages } from "./decodeMessages.ts";
import type { Failure } from "./failure.ts";
import { failureOfExchange } from "./failureOfExchange.ts";
import { mergeHeaders } from "./mergeHeaders.ts";
import { type ExchangeResult, recordedExchange } from "./recordedExchange.ts";
import type { Delivery, ReceivedFrame, Receiver, SendOptions, Transport } from "./transport.ts";

export interface StreamableHttpOptions {
  /** The server's MCP endpoint, without userinfo. */
  readonly url: string;
  /** Headers that the person set; sent with every request. */
  readonly headers: readonly Header[];
  readonly fetch: typeof globalThis.fetch;
  readonly clock: Clock;
  readonly record: Recorder;
  /** Makes a new id for an exchange. */
  readonly newId: () => string;
}

/** Milliseconds before a broken stream is taken up again, unless the server asked for another time. */
const defaultRetryMs = 1000;
/** How often in a row a stream is taken up again in vain before we let it be. */
const maximumRetries = 5;
/** Milliseconds that the farewell to the server may take. */
const deleteTimeoutMs = 2000;

/** Where a stream stopped, and when to take it up again. */
interface StreamPosition {
  lastEventId: string | undefined;
  retryMs: number;
}

/**
 * Makes a transport that speaks Streamable HTTP over the given `fetch`.
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#streamable-http
 */
export function createStreamableHttp(options: StreamableHttpOptions): Transport {
  const { url, fetch, clock, record, newId } = options;
  const ownHeaders = namesOf(options.headers);
  const ended = new AbortController();
  let receiver: Receiver | undefined;
  let sessionId: string | undefined;
  let revision: string | undefined;

  const headersFor = (specific: readonly Header[], override: readonly Header[] = []): Header[] => {
    const version: Header[] =
      revision !== undefined && traitsOf(revision).versionHeader
        ? [["MCP-Protocol-Version", revision]]
        : [];
    const session: Header[] = sessionId === undefined ? [] : [["Mcp-Session-Id", sessionId]];
    return mergeHeaders([...specific, ...version, ...session], options.headers, override);
  };

  const received = (frame: ReceivedFrame) => receiver?.frame(frame);

  /** Opens a stream with GET, from `position` on, and reads it to its end. */
  const openStream = async (
    position: StreamPosition,
    onFrame: (frame: ReceivedFrame) => void,
    signal: AbortSignal,
  ) => {
    const exchangeId = newId();
    const resume: Header[] =
      position.lastEventId === undefined ? [] : [["Last-Event-ID", position.lastEventId]];
    const headers = headersFor([["Accept", "text/event-stream"], ...resume]);
    record({
      kind: "http-request",
      direction: "out",
      exchangeId,
      http: { method: "GET", url, headers },
      secrets: headerSecrets(headers, ownHeaders),
    });
    return recordedExchange(
      fetch,
      record,
      { exchangeId, method: "GET", url, headers, signal },
      { frame: onFrame, block: (block) => advance(position, block) },
    );
  };

  /**
   * Takes up a stream again after it ended, while that is of use.
   * @returns how the last attempt went, or undefined where none was made or the server knows no GET
   */
  const resume = async (
    position: StreamPosition,
    onFrame: (frame: ReceivedFrame) => void,
    useful: () => boolean,
    signal: AbortSignal,
  ): Promise<ExchangeResult | undefined> => {
    let last: ExchangeResult | undefined;
    for (let vain = 0; vain < maximumRetries && useful(); vain++) {
      if (!(await sleep(clock, position.retryMs, signal)) || !useful()) break;
      const before = position.lastEventId;
      last = await openStream(position, onFrame, signal);
      if (last.kind === "aborted") break;
      if (last.kind === "complete" && last.head.status === 405) return undefined;
      if (last.kind === "complete" && last.head.status >= 400) break;
      if (position.lastEventId !== before || (last.kind === "complete" && last.messages > 0)) {
        vain = -1;
      }
    }
    return last;
  };

  const post = async (
    exchangeId: string,
    bytes: Uint8Array,
    headers: readonly Header[],
    heads: readonly MessageHead[],
    signal: AbortSignal,
  ): Promise<Delivery> => {
    const position: StreamPosition = { lastEventId: undefined, retryMs: defaultRetryMs };
    const unanswered = new Set(
      heads.flatMap((head) => (head.kind === "request" ? [idKey(head.id)] : [])),
    );
    const onFrame = (frame: ReceivedFrame) => {
      for (const head of frame.entry.heads) {
        if ((head.kind === "result" || head.kind === "error") && head.id !== null) {
          unanswered.delete(idKey(head.id));
        }
      }
      received(frame);
    };
    const initializes = heads.some(
      (head) => head.kind === "request" && head.method === "initialize",
    );
    const hadSession = sessionId !== undefined;
    let sessionLost = false;
    let result = await recordedExchange(
      fetch,
      record,
      { exchangeId, method: "POST", url, headers, body: bytes, signal },
      {
        frame(frame) {
          const isOfSession = frame.messages.every(
            ({ head }) => head.kind === "error" && head.id === null,
          );
          if (!sessionLost || !isOfSession) onFrame(frame);
        },
        block: (block) => advance(position, block),
        head(head) {
          sessionLost = hadSession && head.status === 404;
          if (!initializes || head.status >= 400) return;
          sessionId = head.headers.find(([name]) => name.toLowerCase() === "mcp-session-id")?.[1];
        },
      },
    );
    if (unanswered.size > 0 && position.lastEventId !== undefined && !signal.aborted) {
      result = (await resume(position, onFrame, () => unanswered.size > 0, signal)) ?? result;
    }
    return deliveryOf(result, url, hadSession);
  };

  const listenForever = async () => {
    const position: StreamPosition = { lastEventId: undefined, retryMs: defaultRetryMs };
    const first = await openStream(position, received, ended.signal);
    const offered = first.kind !== "complete" || first.head.status < 400;
    if (offered) await resume(position, received, () => !ended.signal.aborted, ended.signal);
  };

  return {
    kind: "streamable-http",
    abilities: { headers: "platform", fidelity: "platform" },

    async open(listener) {
      receiver = listener;
      return undefined;
    },

    send(bytes, { signal, headers: override }: SendOptions = {}) {
      const exchangeId = newId();
      const { heads, batch } = decodeMessages(decodeText(bytes));
      const headers = headersFor(
        [
          ["Content-Type", "application/json"],
          ["Accept", "application/json, text/event-stream"],
        ],
        override,
      );
      const entry = record(
        {
          kind: "message",
          carrier: "http",
          direction: "out",
          exchangeId,
          heads,
          batch,
          http: { method: "POST", url, headers },
          secrets: headerSecrets(headers, override ? namesOf(override, ownHeaders) : ownHeaders),
        },
        bytes,
      );
      const either = signal ? AbortSignal.any([signal, ended.signal]) : ended.signal;
      return { entry, delivery: post(exchangeId, bytes, headers, heads, either) };
    },

    negotiated(agreed) {
      revision = agreed;
    },

    listen() {
      void listenForever();
    },

    async close() {
      ended.abort();
      if (sessionId === undefined) return;
      const exchangeId = newId();
      const headers = headersFor([]);
      record({
        kind: "http-request",
        direction: "out",
        exchangeId,
        http: { method: "DELETE", url, headers },
        secrets: headerSecrets(headers, ownHeaders),
      });
      sessionId = undefined;
      const farewell = new AbortController();
      const stop = clock.after(deleteTimeoutMs, () => farewell.abort());
      const request = { exchangeId, method: "DELETE", url, headers, signal: farewell.signal };
      await recordedExchange(fetch, record, request, { frame: received });
      stop();
    },
  };
}

function advance(
  position: StreamPosition,
  block: { id: string | undefined; retry: number | undefined },
) {
  if (block.id !== undefined) position.lastEventId = block.id || undefined;
  if (block.retry !== undefined) position.retryMs = block.retry;
}

/** The names of headers in lower case, beside those already known. */
function namesOf(headers: readonly Header[], known: ReadonlySet<string> = new Set()): Set<string> {
  return new Set([...known, ...headers.map(([name]) => name.toLowerCase())]);
}

function deliveryOf(result: ExchangeResult, url: string, hadSession: boolean): Delivery {
  if (result.kind === "aborted") return { kind: "aborted" };
  const failure: Failure | undefined = failureOfExchange(result, url, hadSession);
  if (failure) return { kind: "failed", failure };
  return { kind: "answered", status: result.head?.status ?? 0 };
}
