/** One HTTP exchange, written down byte by byte before anybody interprets it. */

import type { Failure } from "../../core/failures/failure.ts";
import { FailureError } from "../../core/failures/failureError.ts";
import type { Header } from "../../core/headers.ts";
import type { HttpEndEntry, HttpResponseHead } from "../../log/entry.ts";
import { exactHeadOf } from "../../log/exactHead.ts";
import { headerSecrets } from "../../log/headerSecrets.ts";
import { urlSecrets } from "../../log/urlSecrets.ts";
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
  /** The slot it waits for; undefined for one that never waits. */
  readonly slot?: SlotUse | undefined;
  /** Its headers were not complete when its own entry was written: they are written down when it leaves. */
  readonly isHeadLate?: boolean;
}

/** What the reader of a response is told while it comes in. */
export interface ExchangeListener extends BodyListener {
  /** The request leaves: before `recordedExchange` returns where it does not have to wait. */
  left?(): void;
  head?(head: HttpResponseHead): void;
}

/** How an exchange went; the bytes are in the log whatever it says. */
export type ExchangeResult =
  | ({
      readonly kind: "complete";
      readonly head: HttpResponseHead;
      readonly contentType: string;
    } & ReadBody)
  /** `fetch` threw, or the body broke off after `head`. */
  | {
      readonly kind: "failed";
      readonly reason: string;
      readonly head?: HttpResponseHead;
      /** What whoever threw knows of it. */
      readonly failure?: Failure;
    }
  /** It was refused for want of credentials, and none that will do could be got. */
  | { readonly kind: "refused"; readonly failure: Failure; readonly head: HttpResponseHead }
  | { readonly kind: "aborted" };

/** How an exchange went by itself, before anybody judged its answer. */
export type SentResult = Exclude<ExchangeResult, { kind: "refused" }>;

/**
 * Sends a request, when its turn has come, and reads its response to the end.
 * The request's own entry is the caller's to write, before this is called.
 * @returns how it went; never rejects
 */
export async function recordedExchange(
  dependencies: HttpDependencies,
  request: ExchangeRequest,
  listener: ExchangeListener,
): Promise<SentResult> {
  const { record, slots } = dependencies;
  const { exchangeId, signal } = request;
  const ended = (result: SentResult, outcome: HttpEndEntry["outcome"]) => {
    const reason = result.kind === "failed" ? { reason: result.reason } : {};
    record({ kind: "http-end", direction: "none", exchangeId, outcome, ...reason });
    return result;
  };

  const reservation =
    slots && request.slot && reserveSlot(slots, originOf(request.url), request.slot, signal);
  const waits = reservation?.isReady() === false;
  if (waits) await reservation.turn;
  try {
    if (signal.aborted) return ended({ kind: "aborted" }, "never-sent");
    if (request.isHeadLate) recordLateHead(record, request);
    else if (waits) record({ kind: "http-start", direction: "out", exchangeId });
    listener.left?.();
    const result = await answerOf(dependencies, request, listener);
    return ended(result, result.kind);
  } finally {
    reservation?.leave();
  }
}

function recordLateHead(
  record: HttpDependencies["record"],
  { exchangeId, method, url, headers }: ExchangeRequest,
) {
  const secrets = [...urlSecrets(url), ...headerSecrets(headers)];
  const http = { method, url, headers };
  record({ kind: "http-start", direction: "out", exchangeId, http, secrets });
}

async function answerOf(
  { fetch, ...dependencies }: HttpDependencies,
  request: ExchangeRequest,
  listener: ExchangeListener,
): Promise<SentResult> {
  const { exchangeId, signal } = request;
  let head: HttpResponseHead | undefined;
  try {
    const response = await fetch(request.url, {
      method: request.method,
      headers: request.headers.map(([name, value]) => [name, value] as [string, string]),
      body: (request.body as BodyInit | undefined) ?? null,
      signal,
      // what is posted is never answered from a cache
      ...(request.method === "POST" ? {} : { cache: "no-store" }),
    });
    head = headOf(response, request.url);
    dependencies.record({
      kind: "http-response",
      direction: "in",
      exchangeId,
      http: head,
      secrets: [...urlSecrets(head.url), ...headerSecrets(head.headers)],
    });
    listener.head?.(head);
    const contentType = mediaType(response.headers.get("content-type"));
    const read = contentType === "text/event-stream" ? readEventStream : readWhole;
    const body = await read({ response, contentType, exchangeId, ...dependencies }, listener);
    return { kind: "complete", head, contentType, ...body };
  } catch (error) {
    if (signal.aborted) return { kind: "aborted" };
    const reason = error instanceof Error ? error.message : String(error);
    const known = error instanceof FailureError ? { failure: error.failure } : {};
    return { kind: "failed", reason, ...(head ? { head } : {}), ...known };
  }
}

/** @param asked the URL to name where the response was made without one */
function headOf(response: Response, asked: string): HttpResponseHead {
  return {
    status: response.status,
    statusText: response.statusText,
    url: response.url || asked,
    redirected: response.redirected,
    headers: [...response.headers.entries()],
    ...exactHeadOf(response),
  };
}

function mediaType(header: string | null): string {
  return header?.split(";", 1)[0]?.trim().toLowerCase() ?? "";
}

function originOf(url: string): string {
  return URL.parse(url)?.origin ?? url;
}
