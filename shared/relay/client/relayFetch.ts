/** A `fetch` that sends requests through the relay: any header, no CORS, the complete response. */

import { noteExactHead } from "../../log/exactHead.ts";
import { type NetworkTimes, noteNetworkTimes } from "../../log/networkTimes.ts";
import type { Failure } from "../../protocol/failures/failure.ts";
import { FailureError } from "../../protocol/failures/failureError.ts";
import type { ForwardFailure } from "../../protocol/failures/forwardFacts.ts";
import { findHeader, type Header } from "../../protocol/headers.ts";
import type { ForwardedHead, OriginConsent } from "../frames/httpFrames.ts";
import { redirectOf } from "../frames/redirect.ts";
import type { StreamId } from "../frames/streamId.ts";
import { createRelayExchange, type ForwardRequest } from "./relayExchange.ts";
import { decoded, responseOf } from "./relayedResponse.ts";
import type { RelayLink } from "./relayLink.ts";

export interface RelayFetchOptions {
  readonly link: () => Promise<RelayLink | Failure>;
  readonly newId: () => StreamId;
  /** Asks the user for consent once per origin; undefined if declined. */
  readonly agree: (origin: string) => Promise<OriginConsent | undefined>;
}

/** The limit of redirects in browsers. */
const maxRedirects = 20;

/**
 * Creates a `fetch` over the relay. It sends the given headers in order and adds none (the relay adds
 * `Host` and `Content-Length`), and it decodes compressed bodies. With `redirect: "manual"`, it
 * returns a redirect as received.
 * The returned function throws a {@link FailureError} where `fetch` would throw a `TypeError`.
 */
export function createRelayFetch(options: RelayFetchOptions): typeof globalThis.fetch {
  return async (input, init = {}) => {
    const { request, signal, redirect } = await read(input, init);
    const hops: { status: number; location: string }[] = [];
    let next = request;
    let startedAt: number | undefined;
    for (;;) {
      const { head, body, times } = await exchange(options, next, signal, startedAt);
      startedAt ??= times?.startedAt;
      const to = redirectOf(head, next);
      if (to.kind === "none" || redirect === "manual") {
        const response = responseOf(head, next, hops.length > 0, decoded(head, body));
        if (times) noteNetworkTimes(response, times);
        noteExactHead(response, { ...head, ...(hops.length > 0 ? { hops } : {}) });
        return response;
      }
      await body.cancel();
      const { location } = to;
      if (to.kind === "wrong" || redirect === "error" || hops.length === maxRedirects) {
        throw failed(next.url, { code: "redirect", reason: `${head.status} ${location}` });
      }
      hops.push({ status: head.status, location });
      next = to.request;
    }
  };
}

async function exchange(
  { link: findLink, newId, agree }: RelayFetchOptions,
  request: ForwardRequest,
  signal: AbortSignal | undefined,
  startedAt: number | undefined,
): Promise<{
  head: ForwardedHead;
  body: ReadableStream<Uint8Array<ArrayBuffer>>;
  times: NetworkTimes | undefined;
}> {
  signal?.throwIfAborted();
  const { origin } = new URL(request.url);
  const consent = await agree(origin);
  signal?.throwIfAborted();
  if (!consent) {
    throw failed(request.url, { code: "not-agreed", reason: origin });
  }
  const link = await findLink();
  if ("code" in link) throw new FailureError(link);
  signal?.throwIfAborted();

  const answer = Promise.withResolvers<{ head: ForwardedHead; times: NetworkTimes | undefined }>();
  const id = newId();
  const { abort, body } = link.carry(id, (send, release) =>
    createRelayExchange({
      id,
      request,
      consent,
      send,
      release: () => {
        release();
        signal?.removeEventListener("abort", onAbort);
      },
      now: link.now,
      startedAt,
      head: (head, times) => answer.resolve({ head, times }),
      failed: answer.reject,
    }),
  );
  function onAbort() {
    answer.reject(signal?.reason);
    abort(signal?.reason);
  }
  signal?.addEventListener("abort", onAbort, { once: true });
  return { ...(await answer.promise), body };
}

async function read(input: RequestInfo | URL, init: RequestInit) {
  const from = typeof input === "object" && "method" in input ? input : undefined;
  const method = init.method ?? from?.method ?? "GET";
  const source = init.body ?? (from && (await from.blob()));
  // `Response` reads any kind of body and determines its type.
  const carrier = source === null || source === undefined ? undefined : new Response(source);
  const bytes = carrier && new Uint8Array(await carrier.arrayBuffer());
  const given = headersOf(init.headers ?? from?.headers);
  const type = carrier?.headers.get("content-type");
  const isTyped = findHeader(given, "content-type") !== undefined;
  const headers = type && !isTyped && bytes?.byteLength ? [...given, contentType(type)] : given;
  const url = new URL(from?.url ?? String(input));
  url.hash = "";
  // Methods that define a body send `Content-Length: 0` without one.
  const body = bytes ?? (/^(POST|PUT|PATCH)$/.test(method) ? new Uint8Array(0) : undefined);
  const request: ForwardRequest = { method, url: url.href, headers, ...(body ? { body } : {}) };
  const redirect = init.redirect ?? from?.redirect ?? "follow";
  return { request, signal: init.signal ?? from?.signal, redirect };
}

function contentType(type: string): Header {
  return ["Content-Type", type];
}

/** Headers in order and with their case, as far as the caller preserved them. */
function headersOf(headers: HeadersInit | undefined): readonly Header[] {
  if (headers === undefined) return [];
  if (Array.isArray(headers)) return headers.map(([name = "", value = ""]) => [name, value]);
  return headers instanceof Headers ? [...headers.entries()] : Object.entries(headers);
}

function failed(url: string, problem: ForwardFailure): FailureError {
  return new FailureError({ code: "forward", url, problem });
}
