/** A `fetch` for client libraries of providers: bounds the reply and turns errors into failures. */
import { errorMessage } from "../../core/text/errorMessage.ts";
import type { ModelFailure, ModelFailureCode } from "../model.ts";
import { type ErrorReply, readErrorReply } from "./errorReply.ts";

export interface GuardedFetch {
  readonly fetch: typeof fetch;
  /** Why the request failed; libraries wrap what `fetch` throws. */
  failure(): ModelFailure | undefined;
  receivedBytes(): number;
  /** The start of the reply, with the key masked. */
  start(): string;
}

interface GuardOptions {
  readonly fetch: typeof fetch;
  readonly hasKey: boolean;
  readonly model: string;
  readonly maximumBytes: number | undefined;
  readonly mask: (text: string) => string;
  /** The page's origin, to recognise requests that CORS applies to. */
  readonly pageOrigin: string | undefined;
}

/** Headers with which libraries describe themselves: a provider's CORS rules may not allow them. */
const libraryHeaders = /^(?:x-stainless-.*|user-agent|x-goog-api-client)$/;
const keyHeaders = ["authorization", "x-api-key", "x-goog-api-key"];

/** Maximum characters of a provider's text in evidence. */
const maximumText = 2_000;
const startCharacters = 500;

/**
 * Creates a `fetch` for a provider's library. It removes headers that the provider's CORS rules may not
 * allow, limits the reply, and keeps the reason of a failure, which the library would hide.
 */
export function createGuardedFetch(options: GuardOptions): GuardedFetch {
  // called without an object, as the browser's own `fetch` needs it
  const { mask, fetch: send } = options;
  let failure: ModelFailure | undefined;
  let receivedBytes = 0;
  let start = "";
  const fail = (code: ModelFailureCode, evidence: ModelFailure["evidence"]): never => {
    failure ??= { code, evidence };
    throw new Error(code);
  };

  const guarded: typeof fetch = async (input, init) => {
    const url = mask(input instanceof Request ? input.url : String(input));
    const headers = new Headers(init?.headers);
    for (const name of [...headers.keys()]) if (libraryHeaders.test(name)) headers.delete(name);
    if (!options.hasKey) for (const name of keyHeaders) headers.delete(name);
    let response: Response;
    try {
      // a redirect to another origin would carry the key along
      const rules = { credentials: "omit", redirect: "manual" } as const;
      response = await send(input, { ...init, ...rules, headers });
    } catch (error) {
      if (init?.signal?.aborted) throw error;
      const reason = mask(errorMessage(error));
      const crossOrigin = isCrossOrigin(url, options.pageOrigin);
      return fail("unreachable", { url, reason, crossOrigin });
    }
    const { status } = response;
    if (response.type === "opaqueredirect" || (status >= 300 && status < 400)) {
      return fail("redirected", { url, status: status || null });
    }
    if (!response.ok) {
      const reply = await readErrorReply(response);
      const message = mask(reply.message).slice(0, maximumText);
      return fail(...failureOf(status, { url, status, message }, reply, options.model));
    }
    const { body, headers: received } = response;
    return new Response(body && readable(body, url, init?.signal), { status, headers: received });
  };

  /** Passes a body on, counts its bytes and detects where the connection breaks. */
  function readable(body: ReadableStream, url: string, signal: AbortSignal | null | undefined) {
    const reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>> = body.getReader();
    const decoder = new TextDecoder();
    return new ReadableStream<Uint8Array<ArrayBuffer>>({
      async pull(controller) {
        const read = await reader.read().catch((error: unknown) => {
          if (signal?.aborted) throw error;
          return fail("incomplete", { url, receivedBytes });
        });
        if (read.done) return controller.close();
        receivedBytes += read.value.byteLength;
        if (start.length < 2 * startCharacters)
          start += decoder.decode(read.value, { stream: true });
        const { maximumBytes: maximum = Number.POSITIVE_INFINITY } = options;
        if (receivedBytes > maximum) {
          reader.cancel().catch(() => {});
          fail("over-limit", { limit: "replyBytes", maximum });
        }
        controller.enqueue(read.value);
      },
      cancel: (reason) => reader.cancel(reason),
    });
  }

  return {
    fetch: guarded,
    failure: () => failure,
    receivedBytes: () => receivedBytes,
    // a key at the end would not be recognised in a part of the text
    start: () => mask(start).slice(0, startCharacters),
  };
}

function failureOf(
  status: number,
  evidence: ModelFailure["evidence"],
  { retryAfterSeconds }: ErrorReply,
  model: string,
): [ModelFailureCode, ModelFailure["evidence"]] {
  if (status === 401 || status === 403) return ["unauthorized", evidence];
  if (status === 404) return ["not-found", { ...evidence, model }];
  if (status === 429) return ["rate-limited", { ...evidence, retryAfterSeconds }];
  if (status < 500) return ["rejected", evidence];
  return ["provider-error", { ...evidence, retryAfterSeconds }];
}

function isCrossOrigin(url: string, pageOrigin: string | undefined): boolean {
  return pageOrigin !== undefined && URL.parse(url)?.origin !== pageOrigin;
}
