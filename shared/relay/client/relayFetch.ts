/** A `fetch` whose requests leave from the relay: any header, no CORS, everything of the answer. */

import type { Failure } from "../../core/failures/failure.ts";
import { FailureError } from "../../core/failures/failureError.ts";
import type { ForwardTrouble } from "../../core/forwarding.ts";
import type { Header } from "../../core/headers.ts";
import { noteExactHead } from "../../log/exactHead.ts";
import type { Agreement, ForwardedHead } from "../frames/httpFrames.ts";
import type { ProcessId } from "../frames/processId.ts";
import { redirectOf } from "../frames/redirect.ts";
import { createRelayExchange, type ForwardRequest } from "./relayExchange.ts";
import { decoded, responseOf } from "./relayedResponse.ts";
import type { RelayLink } from "./relayLink.ts";

export interface RelayFetchOptions {
  readonly link: () => Promise<RelayLink | Failure>;
  readonly newId: () => ProcessId;
  /** Asks the person once for each origin; undefined where it was declined. */
  readonly agree: (origin: string) => Promise<Agreement | undefined>;
}

/** As many redirects as browsers follow. */
const maxRedirects = 20;

/**
 * Makes a `fetch` over the relay. It sends the headers that it is given in their order, adds none
 * (the relay adds `Host` and `Content-Length`), and decodes what a server has compressed.
 * With `redirect: "manual"` a redirect is answered as it came.
 * @throws {FailureError} by the returned function, where `fetch` would throw a `TypeError`
 */
export function createRelayFetch(options: RelayFetchOptions): typeof globalThis.fetch {
  return async (input, init = {}) => {
    const { request, signal, redirect } = await read(input, init);
    const hops: { status: number; location: string }[] = [];
    let next = request;
    for (;;) {
      const { head, body } = await exchange(options, next, signal);
      const to = redirectOf(head, next);
      if (to.kind === "none" || redirect === "manual") {
        const response = responseOf(head, next, hops.length > 0, decoded(head, body));
        noteExactHead(response, { ...head, ...(hops.length > 0 ? { hops } : {}) });
        return response;
      }
      await body.cancel();
      const { location } = to;
      if (to.kind === "wrong" || redirect === "error" || hops.length === maxRedirects) {
        const reason = `${head.status} leads to ${location}, which is not followed`;
        throw failed(next.url, { code: "redirect", reason });
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
): Promise<{ head: ForwardedHead; body: ReadableStream<Uint8Array<ArrayBuffer>> }> {
  signal?.throwIfAborted();
  const { origin } = new URL(request.url);
  const consent = await agree(origin);
  signal?.throwIfAborted();
  if (!consent) {
    const reason = `You did not agree that the relay connects to ${origin}`;
    throw failed(request.url, { code: "not-agreed", reason });
  }
  const link = await findLink();
  if ("code" in link) throw new FailureError(link);
  signal?.throwIfAborted();

  const answer = Promise.withResolvers<ForwardedHead>();
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
      head: answer.resolve,
      failed: answer.reject,
    }),
  );
  function onAbort() {
    answer.reject(signal?.reason);
    abort(signal?.reason);
  }
  signal?.addEventListener("abort", onAbort, { once: true });
  return { head: await answer.promise, body };
}

async function read(input: RequestInfo | URL, init: RequestInit) {
  const from = typeof input === "object" && "method" in input ? input : undefined;
  const method = init.method ?? from?.method ?? "GET";
  const source = init.body ?? (from && (await from.blob()));
  // reads whatever can be a body, and knows its type
  const carrier = source === null || source === undefined ? undefined : new Response(source);
  const bytes = carrier && new Uint8Array(await carrier.arrayBuffer());
  const given = headersOf(init.headers ?? from?.headers);
  const type = carrier?.headers.get("content-type");
  const isTyped = given.some(([name]) => name.toLowerCase() === "content-type");
  const headers = type && !isTyped && bytes?.byteLength ? [...given, contentType(type)] : given;
  const url = new URL(from?.url ?? String(input));
  url.hash = "";
  // what has a body by its nature says that it is empty
  const body = bytes ?? (/^(POST|PUT|PATCH)$/.test(method) ? new Uint8Array(0) : undefined);
  const request: ForwardRequest = { method, url: url.href, headers, ...(body ? { body } : {}) };
  const redirect = init.redirect ?? from?.redirect ?? "follow";
  return { request, signal: init.signal ?? from?.signal, redirect };
}

function contentType(type: string): Header {
  return ["Content-Type", type];
}

/** Headers in their order and with their case, as far as the caller has kept them. */
function headersOf(headers: HeadersInit | undefined): readonly Header[] {
  if (headers === undefined) return [];
  if (Array.isArray(headers)) return headers.map(([name = "", value = ""]) => [name, value]);
  return headers instanceof Headers ? [...headers.entries()] : Object.entries(headers);
}

function failed(url: string, trouble: ForwardTrouble): FailureError {
  return new FailureError({ code: "forward", url, trouble });
}
