/** Writes down and sends the HTTP requests of one connection. */
import type { MessageHead } from "../jsonrpc.ts";
import type { Header } from "../log/entry.ts";
import { headerSecrets } from "../log/headerSecrets.ts";
import { urlSecrets } from "../log/urlSecrets.ts";
import { traitsOf } from "../mcp/revisions.ts";
import type { DecodedFrame } from "./decodeMessages.ts";
import type { HttpOptions } from "./httpOptions.ts";
import { mergeHeaders } from "./mergeHeaders.ts";
import {
  type ExchangeListener,
  type ExchangeResult,
  recordedExchange,
} from "./recordedExchange.ts";
import type { SlotUse } from "./slots.ts";
import type { Sending } from "./transport.ts";

export interface PlainRequest {
  readonly method: "GET" | "DELETE";
  /** Those of the protocol; what the person set wins over them. */
  readonly headers: readonly Header[];
  readonly signal: AbortSignal;
  readonly slot?: SlotUse;
}

export interface MessageRequest {
  readonly url: string;
  readonly bytes: Uint8Array;
  readonly frame: DecodedFrame;
  readonly headers: readonly Header[];
  /** Headers for this message alone; they win over all others. */
  readonly override: readonly Header[];
  readonly signal: AbortSignal;
}

/** A message on its way. */
export interface Posted extends Omit<Sending, "delivery"> {
  readonly result: Promise<ExchangeResult>;
}

export interface HttpRequests {
  /** Sends a request that carries no message to the connection's address, and reads its response. */
  plain(request: PlainRequest, listener: ExchangeListener): Promise<ExchangeResult>;
  /** Posts a message, and reads the response. */
  post(request: MessageRequest, listener: ExchangeListener): Posted;
}

/** Makes the requests of a connection; nothing is sent until asked for. */
export function createHttpRequests(options: HttpOptions): HttpRequests {
  const { url, record, clock, newId } = options;
  const own = namesOf(options.headers);
  return {
    plain({ headers: ours, ...request }, listener) {
      const exchangeId = newId();
      const headers = mergeHeaders(ours, options.headers);
      record({
        kind: "http-request",
        direction: "out",
        exchangeId,
        http: { method: request.method, url, headers },
        secrets: [...urlSecrets(url), ...headerSecrets(headers, own)],
      });
      return recordedExchange(options, { ...request, exchangeId, url, headers }, listener);
    },

    post({ url: target, bytes, frame, headers: ours, override, signal }, listener) {
      const exchangeId = newId();
      const { heads, batch } = frame;
      const method = "POST";
      const headers = mergeHeaders(ours, options.headers, override);
      const secret = new Set([...own, ...namesOf(override)]);
      const entry = record(
        {
          kind: "message",
          carrier: "http",
          direction: "out",
          exchangeId,
          heads,
          batch,
          http: { method, url: target, headers },
          secrets: [...urlSecrets(target), ...headerSecrets(headers, secret)],
        },
        bytes,
      );
      const departure = Promise.withResolvers<number>();
      let hasLeft = false;
      const result = recordedExchange(
        options,
        { exchangeId, method, url: target, headers, body: bytes, signal, slot: slotFor(heads) },
        {
          ...listener,
          left() {
            hasLeft = true;
            departure.resolve(clock.now());
          },
        },
      );
      return { entry, result, ...(hasLeft ? {} : { queued: departure.promise }) };
    },
  };
}

/** Headers that name the agreed revision, from the revisions on that ask for it. */
export function versionHeaders(revision: string | undefined): Header[] {
  if (revision === undefined || !traitsOf(revision).versionHeader) return [];
  return [["MCP-Protocol-Version", revision]];
}

/** Requests wait for an answer, so they need a slot; all else gets through at any time. */
function slotFor(heads: readonly MessageHead[]): SlotUse | undefined {
  const asked = heads.flatMap((head) => {
    const asks = head.kind === "request" || (head.kind === "invalid" && head.id !== undefined);
    return asks && head.method !== undefined ? [head.method] : [];
  });
  if (asked.length === 0) return undefined;
  return asked.includes("subscriptions/listen") ? "standing" : "asking";
}

function namesOf(headers: readonly Header[]): Set<string> {
  return new Set(headers.map(([name]) => name.toLowerCase()));
}
