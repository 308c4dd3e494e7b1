/** Sends a request so that no redirect takes the user's headers to another origin unasked. */
import { FailureError } from "../../protocol/failures/failureError.ts";
import type { Header } from "../../protocol/headers.ts";
import type { ForwardRequest } from "../../relay/client/relayExchange.ts";
import { mayLeaveOrigin, redirectOf } from "../../relay/frames/redirect.ts";

/** A redirect whose target the browser hides. */
export interface HiddenRedirect {
  readonly url: string;
  /** The names of the user's headers that would be sent to the target. */
  readonly headers: readonly string[];
}

/** Asks the user whether a hidden redirect may be followed. */
export type AllowRedirect = (redirect: HiddenRedirect, signal: AbortSignal) => Promise<boolean>;

export interface RedirectGuard {
  /** The names of the headers that must not leave the origin; see {@link headersAtRisk}. */
  readonly atRisk: readonly string[];
  /** Without it, a hidden redirect is not followed. */
  readonly allow: AllowRedirect | undefined;
}

/** Sends a request with the platform's `fetch`. */
export type SendRequest = (
  request: ForwardRequest,
  redirect: "manual" | "follow",
) => Promise<Response>;

/** As many as `fetch` follows. */
const maxRedirects = 20;

/**
 * The names of headers that a platform's `fetch` takes along to another origin. `Authorization` is
 * not among them.
 * @see https://fetch.spec.whatwg.org/#http-redirect-fetch
 */
export function headersAtRisk(headers: readonly Header[]): readonly string[] {
  return headers
    .map(([name]) => name)
    .filter((name) => !mayLeaveOrigin(name) && name.toLowerCase() !== "authorization");
}

/**
 * Follows redirects that it can read, without the user's headers at another origin. Browsers hide
 * where a redirect leads, so there the user is asked.
 * @throws {FailureError} where a redirect is not followed
 */
export async function fetchGuarded(
  send: SendRequest,
  first: ForwardRequest & { readonly signal: AbortSignal },
  { atRisk, allow }: RedirectGuard,
): Promise<Response> {
  const { signal } = first;
  let request: ForwardRequest = first;
  for (let count = 0; count <= maxRedirects; count++) {
    const response = await send(request, "manual");
    if (response.type === "opaqueredirect") {
      const hidden = { url: request.url, headers: atRisk };
      if (await allow?.(hidden, signal)) return send(request, "follow");
      signal.throwIfAborted();
      throw new FailureError({ code: "redirected", ...hidden });
    }
    const { status } = response;
    const next = redirectOf({ status, headers: [...response.headers.entries()] }, request);
    if (next.kind !== "to") return response;
    await response.body?.cancel();
    request = next.request;
  }
  throw new TypeError(`There were more than ${maxRedirects} redirects`);
}
