/** Logs and sends the HTTP requests of one connection, with credentials where needed. */

import type { Initiator, MessageEntry, QueueReason } from "../../log/entry.ts";
import { headerSecrets } from "../../log/headerSecrets.ts";
import { urlSecrets } from "../../log/urlSecrets.ts";
import { shortEventMethods } from "../../protocol/drafts/eventsDraft.ts";
import { longLivedMethods } from "../../protocol/drafts/longLivedMethods.ts";
import { codeOf } from "../../protocol/failures/failureError.ts";
import type { Header } from "../../protocol/headers.ts";
import type { MessageHead } from "../../protocol/jsonRpc.ts";
import { traitsOf } from "../../protocol/revisions.ts";
import type { DecodedFrame } from "../decodeMessages.ts";
import type { Sending } from "../transport.ts";
import { createAnsweredHeaders } from "./answeredHeaders.ts";
import { authorizedExchange, type Credentials, credentialsFor } from "./authorizedExchange.ts";
import { exchangeFailure } from "./exchangeFailure.ts";
import { type AllowRedirect, headersAtRisk, type RedirectGuard } from "./followRedirects.ts";
import type { HttpOptions } from "./httpOptions.ts";
import {
  type ExchangeListener,
  type ExchangeRequest,
  type ExchangeResult,
  originOf,
  recordedExchange,
  type SentResult,
} from "./recordedExchange.ts";
import type { SlotUse } from "./slots.ts";

interface PlainRequest {
  readonly method: "GET" | "DELETE";
  /** Headers of the protocol; those the user set override them. */
  readonly headers: readonly Header[];
  readonly signal: AbortSignal;
  readonly slot?: SlotUse;
  /** Pauses request timeouts while the user is prompted; returns the function that resumes them. */
  readonly pauseTimeouts?: () => () => void;
}

interface MessageRequest {
  readonly url: string;
  readonly bytes: Uint8Array;
  readonly frame: DecodedFrame;
  readonly headers: readonly Header[];
  /** Headers of this message alone; they override all others. */
  readonly override: readonly Header[];
  readonly signal: AbortSignal;
  readonly pauseTimeouts?: () => () => void;
  readonly initiator?: Initiator;
  /** Called with the new entry each time the message is sent again. */
  readonly onResend?: (entry: MessageEntry) => void;
}

/** A message being sent. */
interface PostedMessage extends Omit<Sending, "delivery"> {
  readonly result: Promise<ExchangeResult>;
}

interface HttpRequests {
  /** Sends a request without a message to the URL of the connection and reads the response. */
  plain(request: PlainRequest, listener: ExchangeListener): Promise<ExchangeResult>;
  post(request: MessageRequest, listener: ExchangeListener): PostedMessage;
}

/** Creates the requests of one connection; it sends nothing by itself. */
export function createHttpRequests(options: HttpOptions): HttpRequests {
  const { url, record, clock, newId } = options;
  const userHeaderNames = namesOf(options.headers);
  /** No authorizer if the user set Authorization: that header is sent, and its rejection shown, unchanged. */
  const authorizerFor = (override: readonly Header[]) =>
    userHeaderNames.has("authorization") || namesOf(override).has("authorization")
      ? undefined
      : options.authorizer;

  const answeredHeaders = createAnsweredHeaders();
  /** Performs one exchange; what is not answered is described with what was answered before. */
  const exchange = async (
    request: ExchangeRequest,
    listener: ExchangeListener,
  ): Promise<SentResult> => {
    const result = await recordedExchange(options, request, {
      ...listener,
      head(head) {
        answeredHeaders.note(request.headers);
        options.availability?.answered();
        listener.head?.(head);
      },
    });
    if (result.kind !== "failed") return result;
    if (result.head) {
      if (!result.failure) options.availability?.brokenOff();
      return result;
    }
    const described = answeredHeaders.describe(request.method, request.headers);
    const unanswered = { ...result, request: described };
    const failure = exchangeFailure(unanswered, request.url, false);
    if (failure) options.availability?.unanswered(failure);
    return unanswered;
  };

  /** Undefined where no header of the user could leave the origin; the relay removes them itself. */
  const redirectsFor = (
    override: readonly Header[],
    pauseTimeouts: (() => () => void) | undefined,
  ): RedirectGuard | undefined => {
    const atRisk = options.isRelayed ? [] : headersAtRisk([...options.headers, ...override]);
    if (atRisk.length === 0) return undefined;
    const { allowRedirect } = options;
    const allow: AllowRedirect | undefined =
      allowRedirect &&
      (async (redirect, signal) => {
        const resume = pauseTimeouts?.();
        try {
          return await allowRedirect(redirect, signal);
        } finally {
          resume?.();
        }
      });
    return { atRisk, allow };
  };

  return {
    async plain({ headers: protocolHeaders, pauseTimeouts, ...request }, listener) {
      const { method, signal } = request;
      const send = (credentials: readonly Header[], responseListener: ExchangeListener) => {
        const exchangeId = newId();
        const headers = mergeHeaders([...protocolHeaders, ...credentials], options.headers);
        record({
          kind: "http-request",
          direction: "out",
          exchangeId,
          http: { method, url, headers },
          secrets: [...urlSecrets(url), ...headerSecrets(headers, userHeaderNames)],
        });
        return exchange(
          { ...request, exchangeId, url, headers, redirects: redirectsFor([], pauseTimeouts) },
          responseListener,
        );
      };
      const authorizer = authorizerFor([]);
      if (!authorizer) return send([], listener);
      const authorized = { method, url, rpcMethods: [] };
      const initialCredentials = await credentialsFor(authorizer, authorized);
      if (signal.aborted) return { kind: "aborted" };
      if ("code" in initialCredentials)
        return { kind: "failed", reason: initialCredentials.reason, failure: initialCredentials };
      const attempts = {
        authorizer,
        request: authorized,
        signal,
        pauseTimeouts,
        initialCredentials,
        send,
      };
      return authorizedExchange(attempts, listener);
    },

    post(request, listener) {
      const {
        url: target,
        bytes,
        frame,
        headers: protocolHeaders,
        override,
        signal,
        pauseTimeouts,
        onResend,
        initiator,
      } = request;
      const { heads, batch } = frame;
      const method = "POST";
      const secret = new Set([...userHeaderNames, ...namesOf(override)]);
      const slot = slotFor(heads);
      const isFull = () => (slot && options.slots?.isFull(originOf(target), slot)) === true;
      const write = (exchangeId: string, headers: readonly Header[], queued?: QueueReason) =>
        record(
          {
            kind: "message",
            carrier: "http",
            direction: "out",
            exchangeId,
            heads,
            batch,
            http: { method, url: target, headers },
            ...(queued && { queued }),
            ...(initiator && { initiator }),
            secrets: [...urlSecrets(target), ...headerSecrets(headers, secret)],
          },
          bytes,
        );
      const headersWith = (credentials: readonly Header[]) =>
        mergeHeaders([...protocolHeaders, ...credentials], options.headers, override);

      const authorizer = authorizerFor(override);
      const authorized = { method, url: target, rpcMethods: methodsOf(heads) };
      const credentials = authorizer ? credentialsFor(authorizer, authorized) : [];
      const isHeadLate = "then" in credentials;
      let exchangeId = newId();
      const entry = write(
        exchangeId,
        headersWith(isHeadLate || "code" in credentials ? [] : credentials),
        isHeadLate ? "credentials" : isFull() ? "connections" : undefined,
      );

      const startTime = Promise.withResolvers<number>();
      let hasStarted = false;
      const startListener: ExchangeListener = {
        ...listener,
        started() {
          hasStarted = true;
          startTime.resolve(clock.now());
        },
      };
      let isFirst = true;
      const send = (credentials: readonly Header[], responseListener: ExchangeListener) => {
        const headers = headersWith(credentials);
        if (!isFirst) {
          exchangeId = newId();
          const resent = write(exchangeId, headers, isFull() ? "connections" : undefined);
          onResend?.(resent);
        }
        const late = isFirst && isHeadLate ? { isHeadLate } : {};
        isFirst = false;
        const redirects = redirectsFor(override, pauseTimeouts);
        const sent = {
          exchangeId,
          method,
          url: target,
          headers,
          body: bytes,
          signal,
          slot,
          redirects,
        };
        return exchange({ ...sent, ...late }, responseListener);
      };
      const sendWith = async (initialCredentials: Credentials): Promise<ExchangeResult> => {
        if (!("code" in initialCredentials)) {
          const attempts = { request: authorized, signal, pauseTimeouts, initialCredentials, send };
          return authorizer
            ? authorizedExchange({ authorizer, ...attempts }, startListener)
            : send(initialCredentials, startListener);
        }
        const { reason } = initialCredentials;
        const ended = {
          kind: "http-end",
          outcome: "never-sent",
          reason,
          ...codeOf(initialCredentials),
        } as const;
        record({ ...ended, direction: "none", exchangeId });
        return { kind: "failed", reason, failure: initialCredentials };
      };
      const result = isHeadLate ? credentials.then(sendWith) : sendWith(credentials);
      return { entry, result, ...(hasStarted ? {} : { queued: startTime.promise }) };
    },
  };
}

/**
 * The `MCP-Protocol-Version` header, for revisions that require it.
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#protocol-version-header
 */
export function versionHeaders(revision: string | undefined): Header[] {
  if (revision === undefined || !traitsOf(revision).versionHeader) return [];
  return [["MCP-Protocol-Version", revision]];
}

/** Requests that wait for neither a person nor work; every other one may. */
const shortMethods: ReadonlySet<string> = new Set([
  "initialize",
  "server/discover",
  "ping",
  "completion/complete",
  "logging/setLevel",
  "tools/list",
  "resources/list",
  "resources/templates/list",
  "resources/subscribe",
  "resources/unsubscribe",
  "prompts/list",
  "skills/list",
  "skills/get",
  "tasks/get",
  "tasks/update",
  "tasks/cancel",
  "tasks/list",
  ...shortEventMethods,
]);

/** Requests occupy a connection until they are answered, so they need a slot; other messages do not. */
function slotFor(heads: readonly MessageHead[]): SlotUse | undefined {
  const methods = heads.flatMap((head) => {
    const expectsAnswer =
      head.kind === "request" || (head.kind === "invalid" && head.id !== undefined);
    return expectsAnswer && head.method !== undefined ? [head.method] : [];
  });
  if (methods.length === 0) return undefined;
  if (methods.some((method) => longLivedMethods.has(method))) return "long-lived";
  return methods.every((method) => shortMethods.has(method)) ? "short" : "call";
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
