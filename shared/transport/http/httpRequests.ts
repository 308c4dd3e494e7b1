/** Writes down and sends the HTTP requests of one connection. */

import type { Header } from "../../core/headers.ts";
import type { MessageHead } from "../../core/jsonRpc.ts";
import type { MessageEntry } from "../../log/entry.ts";
import { headerSecrets } from "../../log/headerSecrets.ts";
import { urlSecrets } from "../../log/urlSecrets.ts";
import { traitsOf } from "../../mcp/revisions.ts";
import type { DecodedFrame } from "../decodeMessages.ts";
import type { Sending } from "../transport.ts";
import { authorizedExchange, type Credentials, credentialsFor } from "./authorizedExchange.ts";
import type { HttpOptions } from "./httpOptions.ts";
import {
  type ExchangeListener,
  type ExchangeResult,
  recordedExchange,
} from "./recordedExchange.ts";
import type { SlotUse } from "./slots.ts";

export interface PlainRequest {
  readonly method: "GET" | "DELETE";
  /** Those of the protocol; what the person set wins over them. */
  readonly headers: readonly Header[];
  readonly signal: AbortSignal;
  readonly slot?: SlotUse;
  /** Stops the clocks of what waits for an answer, while a person is asked; returns the way to go on. */
  readonly hold?: () => () => void;
}

export interface MessageRequest {
  readonly url: string;
  readonly bytes: Uint8Array;
  readonly frame: DecodedFrame;
  readonly headers: readonly Header[];
  /** Headers for this message alone; they win over all others. */
  readonly override: readonly Header[];
  readonly signal: AbortSignal;
  readonly hold?: () => () => void;
  /** Told of the entry where it is sent once more. */
  readonly onAgain?: (entry: MessageEntry) => void;
}

/** A message on its way. */
export interface PostedMessage extends Omit<Sending, "delivery"> {
  readonly result: Promise<ExchangeResult>;
}

export interface HttpRequests {
  /** Sends a request that carries no message to the connection's address, and reads its response. */
  plain(request: PlainRequest, listener: ExchangeListener): Promise<ExchangeResult>;
  /** Posts a message, and reads the response. */
  post(request: MessageRequest, listener: ExchangeListener): PostedMessage;
}

/** Makes the requests of a connection; nothing is sent until asked for. */
export function createHttpRequests(options: HttpOptions): HttpRequests {
  const { url, record, clock, newId } = options;
  const own = namesOf(options.headers);
  /** What the person set by hand is sent as it is, and its refusal is shown as it is. */
  const authorizerBeside = (override: readonly Header[]) =>
    own.has("authorization") || namesOf(override).has("authorization")
      ? undefined
      : options.authorizer;

  return {
    async plain({ headers: ours, hold, ...request }, listener) {
      const { method, signal } = request;
      const send = (credentials: readonly Header[], heard: ExchangeListener) => {
        const exchangeId = newId();
        const headers = mergeHeaders([...ours, ...credentials], options.headers);
        record({
          kind: "http-request",
          direction: "out",
          exchangeId,
          http: { method, url, headers },
          secrets: [...urlSecrets(url), ...headerSecrets(headers, own)],
        });
        return recordedExchange(options, { ...request, exchangeId, url, headers }, heard);
      };
      const authorizer = authorizerBeside([]);
      if (!authorizer) return send([], listener);
      const authorized = { method, url, asks: [] };
      const first = await credentialsFor(authorizer, authorized);
      if (signal.aborted) return { kind: "aborted" };
      if ("code" in first) return { kind: "failed", reason: first.reason, failure: first };
      const attempts = { authorizer, request: authorized, signal, hold, first, send };
      return authorizedExchange(attempts, listener);
    },

    post(request, listener) {
      const { url: target, bytes, frame, headers: ours, override, signal, hold, onAgain } = request;
      const { heads, batch } = frame;
      const method = "POST";
      const secret = new Set([...own, ...namesOf(override)]);
      const slot = slotFor(heads);
      const write = (exchangeId: string, headers: readonly Header[]) =>
        record(
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
      const headersWith = (credentials: readonly Header[]) =>
        mergeHeaders([...ours, ...credentials], options.headers, override);

      const authorizer = authorizerBeside(override);
      const authorized = { method, url: target, asks: methodsOf(heads) };
      const given = authorizer ? credentialsFor(authorizer, authorized) : [];
      const isHeadLate = "then" in given;
      let exchangeId = newId();
      const entry = write(exchangeId, headersWith(isHeadLate || "code" in given ? [] : given));

      const departure = Promise.withResolvers<number>();
      let hasLeft = false;
      const departing: ExchangeListener = {
        ...listener,
        left() {
          hasLeft = true;
          departure.resolve(clock.now());
        },
      };
      let isFirst = true;
      const send = (credentials: readonly Header[], heard: ExchangeListener) => {
        const headers = headersWith(credentials);
        if (!isFirst) {
          exchangeId = newId();
          const again = write(exchangeId, headers);
          onAgain?.(again);
        }
        const late = isFirst && isHeadLate ? { isHeadLate } : {};
        isFirst = false;
        const exchange = { exchangeId, method, url: target, headers, body: bytes, signal, slot };
        return recordedExchange(options, { ...exchange, ...late }, heard);
      };
      const go = async (first: Credentials): Promise<ExchangeResult> => {
        if (!("code" in first)) {
          const attempts = { request: authorized, signal, hold, first, send };
          return authorizer
            ? authorizedExchange({ authorizer, ...attempts }, departing)
            : send(first, departing);
        }
        const { reason } = first;
        const ended = { kind: "http-end", outcome: "never-sent", reason } as const;
        record({ ...ended, direction: "none", exchangeId });
        return { kind: "failed", reason, failure: first };
      };
      const result = isHeadLate ? given.then(go) : go(given);
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
  return asked.includes("subscriptions/listen") ? "long-lived" : "request";
}

function methodsOf(heads: readonly MessageHead[]): readonly string[] {
  return heads.flatMap((head) =>
    "method" in head && head.method !== undefined ? [head.method] : [],
  );
}

function namesOf(headers: readonly Header[]): Set<string> {
  return new Set(headers.map(([name]) => name.toLowerCase()));
}

/** Joins header lists; a header of a later list replaces one of the same name, compared without case. */
function mergeHeaders(...lists: readonly (readonly Header[])[]): Header[] {
  const merged = new Map<string, Header>();
  for (const list of lists) {
    for (const header of list) merged.set(header[0].toLowerCase(), header);
  }
  return [...merged.values()];
}
