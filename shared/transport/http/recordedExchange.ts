/** Performs one HTTP exchange and logs its bytes before they are interpreted. */

import type { HttpEndEntry, HttpResponseHead } from "../../log/entry.ts";
import { exactHeadOf } from "../../log/exactHead.ts";
import { headerSecrets } from "../../log/headerSecrets.ts";
import { type NetworkTimes, networkTimesOf } from "../../log/networkTimes.ts";
import { urlSecrets } from "../../log/urlSecrets.ts";
import type { Failure, UnansweredRequest } from "../../protocol/failures/failure.ts";
import { codeOf, FailureError } from "../../protocol/failures/failureError.ts";
import type { Header } from "../../protocol/headers.ts";
import { AbortedAt } from "../abortedAt.ts";
import { fetchGuarded, type RedirectGuard, type SendRequest } from "./followRedirects.ts";
import type { HttpDependencies } from "./httpOptions.ts";
import { type BodyListener, type ReadBody, readEventStream, readWhole } from "./responseBody.ts";
import { reserveSlot, type SlotUse } from "./slots.ts";

export interface ExchangeRequest {
  readonly exchangeId: string;
  readonly method: string;
  readonly url: string;
  readonly headers: readonly Header[];
  readonly body?: Uint8Array;
  readonly signal: AbortSignal;
  /** Set where a redirect must not take headers of the user to another origin unasked. */
  readonly redirects?: RedirectGuard | undefined;
  /** The kind of slot it needs; undefined if it is never queued. */
  readonly slot?: SlotUse | undefined;
  /** Whether its headers were incomplete when its entry was logged; they are logged when it is sent. */
  readonly isHeadLate?: boolean;
}

/** Callbacks while a response arrives. */
export interface ExchangeListener extends BodyListener {
  /** The request is sent; called before `recordedExchange` returns unless it is queued. */
  started?(): void;
  head?(head: HttpResponseHead): void;
}

/** The result of an exchange; the log holds its bytes in every case. */
export type ExchangeResult =
  | ({
      readonly kind: "complete";
      readonly head: HttpResponseHead;
      readonly contentType: string;
    } & ReadBody)
  /** `fetch` threw, or the body ended early after `head`. */
  | {
      readonly kind: "failed";
      readonly reason: string;
      readonly head?: HttpResponseHead;
      /** The failure carried by the exception, if any. */
      readonly failure?: Failure;
      /** Set where no response arrived. */
      readonly request?: UnansweredRequest;
    }
  /** Rejected with 401 or 403, and no better credentials are available. */
  | { readonly kind: "refused"; readonly failure: Failure; readonly head: HttpResponseHead }
  | { readonly kind: "aborted" };

/** The result of a single attempt, before its status is interpreted. */
export type SentResult = Exclude<ExchangeResult, { kind: "refused" }>;

/**
 * Sends a request once a slot is free and reads its response to the end.
 * The caller logs the entry of the request first.
 * @returns the result; never rejects
 */
export async function recordedExchange(
  dependencies: HttpDependencies,
  request: ExchangeRequest,
  listener: ExchangeListener,
): Promise<SentResult> {
  const { record, slots, clock } = dependencies;
  const { exchangeId, signal } = request;
  const finish = (result: SentResult, outcome: HttpEndEntry["outcome"], at?: number) => {
    const why =
      result.kind === "failed"
        ? { reason: result.reason, ...(result.failure && codeOf(result.failure)) }
        : result.kind === "aborted"
          ? whyAborted(signal.reason)
          : {};
    const end = { kind: "http-end", direction: "none", exchangeId, outcome, ...why } as const;
    record(end, undefined, at);
    return result;
  };

  // fetch rejects later than that, above all where a worker sends the request
  let abortedAt: number | undefined;
  const noteAbort = () => {
    abortedAt = signal.reason instanceof AbortedAt ? signal.reason.at : clock.now();
  };
  signal.addEventListener("abort", noteAbort, { once: true });

  const reservation =
    slots &&
    request.slot &&
    reserveSlot(slots, originOf(request.url), request.slot, signal, exchangeId);
  const isQueued = reservation?.isReady() === false;
  if (isQueued) await reservation.whenReady;
  try {
    if (signal.aborted) return finish({ kind: "aborted" }, "never-sent");
    if (request.isHeadLate) recordLateHead(record, request);
    else if (isQueued) record({ kind: "http-start", direction: "out", exchangeId });
    listener.started?.();
    const { result, endedAt } = await fetchResponse(dependencies, request, listener);
    return finish(result, result.kind, result.kind === "aborted" ? abortedAt : endedAt);
  } finally {
    signal.removeEventListener("abort", noteAbort);
    reservation?.release();
  }
}

/** Why the client ended an exchange; nothing if it cancelled the request. */
function whyAborted(reason: unknown): Partial<Pick<HttpEndEntry, "code" | "limit" | "reason">> {
  if (reason instanceof FailureError) return codeOf(reason.failure);
  return reason instanceof AbortedAt && reason.isTimeout ? { code: "timeout" } : {};
}

function recordLateHead(
  record: HttpDependencies["record"],
  { exchangeId, method, url, headers }: ExchangeRequest,
) {
  const secrets = [...urlSecrets(url), ...headerSecrets(headers)];
  const http = { method, url, headers };
  record({ kind: "http-start", direction: "out", exchangeId, http, secrets });
}

async function fetchResponse(
  { fetch, ...dependencies }: HttpDependencies,
  request: ExchangeRequest,
  listener: ExchangeListener,
): Promise<{ readonly result: SentResult; readonly endedAt?: number | undefined }> {
  const { exchangeId, signal } = request;
  let head: HttpResponseHead | undefined;
  let times: NetworkTimes | undefined;
  try {
    const send: SendRequest = ({ url, method, headers, body }, redirect) =>
      fetch(url, {
        method,
        headers: headers.map(([name, value]) => [name, value] as [string, string]),
        body: (body as BodyInit | undefined) ?? null,
        signal,
        // browsers never answer a POST from the cache
        ...(method === "POST" ? {} : { cache: "no-store" }),
        ...(redirect === "follow" ? {} : { redirect }),
      });
    const response = request.redirects
      ? await fetchGuarded(send, request, request.redirects)
      : await send(request, "follow");
    head = headOf(response, request.url);
    times = networkTimesOf(response);
    const entry = {
      kind: "http-response",
      direction: "in",
      exchangeId,
      http: head,
      ...(times ? { startedAt: times.startedAt } : {}),
      secrets: [...urlSecrets(head.url), ...headerSecrets(head.headers)],
    } as const;
    dependencies.record(entry, undefined, times?.headAt);
    listener.head?.(head);
    const contentType = mediaType(response.headers.get("content-type"));
    const read = contentType === "text/event-stream" ? readEventStream : readWhole;
    const body = await read({ response, contentType, exchangeId, ...dependencies }, listener);
    return { result: { kind: "complete", head, contentType, ...body }, endedAt: times?.endedAt };
  } catch (error) {
    if (signal.aborted) return { result: { kind: "aborted" } };
    const reason = error instanceof Error ? error.message : String(error);
    const known = error instanceof FailureError ? { failure: error.failure } : {};
    return {
      result: { kind: "failed", reason, ...(head ? { head } : {}), ...known },
      endedAt: times?.endedAt,
    };
  }
}

/** @param requestUrl the URL to use if the response has none */
function headOf(response: Response, requestUrl: string): HttpResponseHead {
  return {
    status: response.status,
    statusText: response.statusText,
    url: response.url || requestUrl,
    redirected: response.redirected,
    headers: [...response.headers.entries()],
    ...exactHeadOf(response),
  };
}

function mediaType(header: string | null): string {
  return header?.split(";", 1)[0]?.trim().toLowerCase() ?? "";
}

export function originOf(url: string): string {
  return URL.parse(url)?.origin ?? url;
}
