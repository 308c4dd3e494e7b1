/** A `fetch` for requests to providers: bounds the reply and turns errors into failures. */
import { errorMessage } from "../../core/text/errorMessage.ts";
import { type NetworkTimes, networkTimesOf } from "../../log/networkTimes.ts";
import type { ModelFailure } from "../modelFailure.ts";
import { type ErrorReply, readErrorReply } from "./errorReply.ts";

export interface GuardedFetch {
  readonly fetch: typeof fetch;
  /** Why the request failed. */
  failure(): ModelFailure | undefined;
  receivedBytes(): number;
  /** The times of the exchange, if the given `fetch` attached them. */
  times(): NetworkTimes | undefined;
  /** The start of the reply, with the key masked. */
  start(): string;
}

interface GuardOptions {
  readonly fetch: typeof fetch;
  readonly model: string;
  readonly maximumBytes: number | undefined;
  readonly mask: (text: string) => string;
  /** The page's origin, to recognise requests that CORS applies to. */
  readonly pageOrigin: string | undefined;
}

/** Maximum characters of a provider's text in evidence. */
const maximumText = 2_000;
const startCharacters = 500;

/** Creates a `fetch` for one request to a provider, which limits the reply and keeps the reason of a failure. */
export function createGuardedFetch(options: GuardOptions): GuardedFetch {
  // called without an object, as the browser's own `fetch` needs it
  const { mask, fetch: send } = options;
  let failure: ModelFailure | undefined;
  let receivedBytes = 0;
  let start = "";
  let times: NetworkTimes | undefined;
  const fail = (reason: ModelFailure): never => {
    failure ??= reason;
    throw new Error(reason.code);
  };

  const guarded: typeof fetch = async (input, init) => {
    const url = mask(input instanceof Request ? input.url : String(input));
    let response: Response;
    try {
      // a redirect to another origin would carry the key along
      const rules = { credentials: "omit", redirect: "manual" } as const;
      response = await send(input, { ...init, ...rules });
      times = networkTimesOf(response);
    } catch (error) {
      if (init?.signal?.aborted) throw error;
      const reason = mask(errorMessage(error));
      const crossOrigin = isCrossOrigin(url, options.pageOrigin);
      return fail({ code: "unreachable", evidence: { url, reason, crossOrigin } });
    }
    const { status } = response;
    if (response.type === "opaqueredirect" || (status >= 300 && status < 400)) {
      return fail({ code: "redirected", evidence: { url, status: status || null } });
    }
    if (!response.ok) {
      const reply = await readErrorReply(response);
      const message = mask(reply.message).slice(0, maximumText);
      const { contentType } = reply;
      const evidence = { url, status, message, ...(contentType && { contentType }) };
      return fail(failureOf(evidence, reply, options.model));
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
          return fail({ code: "incomplete", evidence: { url, receivedBytes } });
        });
        if (read.done) return controller.close();
        receivedBytes += read.value.byteLength;
        if (start.length < 2 * startCharacters)
          start += decoder.decode(read.value, { stream: true });
        const { maximumBytes: maximum = Number.POSITIVE_INFINITY } = options;
        if (receivedBytes > maximum) {
          reader.cancel().catch(() => {});
          fail({ code: "over-limit", evidence: { limit: "replyBytes", maximum } });
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
    times: () => times,
    // a key at the end would not be recognised in a part of the text
    start: () => mask(start).slice(0, startCharacters),
  };
}

function failureOf(
  evidence: ModelFailure<"rejected">["evidence"],
  { retryAfterSeconds }: ErrorReply,
  model: string,
): ModelFailure {
  const { status } = evidence;
  if (status === 401 || status === 403) return { code: "unauthorized", evidence };
  if (status === 404) return { code: "not-found", evidence: { ...evidence, model } };
  if (status === 429) return { code: "rate-limited", evidence: { ...evidence, retryAfterSeconds } };
  if (status < 500) return { code: "rejected", evidence };
  return { code: "provider-error", evidence: { ...evidence, retryAfterSeconds } };
}

function isCrossOrigin(url: string, pageOrigin: string | undefined): boolean {
  return pageOrigin !== undefined && URL.parse(url)?.origin !== pageOrigin;
}
