/** Finds out through the relay why the browser could not send a request or read its response. */
import type { UnansweredRequest } from "../../../../shared/protocol/failures/failure.ts";
import { FailureError } from "../../../../shared/protocol/failures/failureError.ts";
import type { ForwardFailure } from "../../../../shared/protocol/failures/forwardFacts.ts";

/** What the response to the preflight request does not allow. */
export type PreflightDenial =
  /** The status is not a success. */
  | { readonly kind: "status" }
  /** `found` is the value of `Access-Control-Allow-Origin`; undefined without it. */
  | { readonly kind: "origin"; readonly found: string | undefined }
  | { readonly kind: "method"; readonly method: string }
  | { readonly kind: "headers"; readonly names: readonly string[] };

export type NetworkCause =
  /** The relay cannot reach the server either. */
  | { readonly kind: "forward"; readonly problem: ForwardFailure }
  /** The server answers the relay; `denials` is empty if it allows the request. */
  | {
      readonly kind: "answered";
      readonly status: number;
      readonly denials: readonly PreflightDenial[];
    }
  /** The relay did not answer. */
  | { readonly kind: "unknown"; readonly reason: string };

/** Milliseconds until the relay's attempt is given up, once the user has agreed to the origin. */
const probeMs = 15_000;

/**
 * Sends the preflight request that a browser sends before the failed request, and nothing else.
 * @param relayFetch a `fetch` through the relay
 * @param origin the origin of the page
 * @see https://fetch.spec.whatwg.org/#cors-preflight-fetch
 */
export async function findNetworkCause(
  relayFetch: typeof globalThis.fetch,
  url: string,
  { method, headers }: UnansweredRequest,
  origin: string,
): Promise<NetworkCause> {
  const asked: [string, string][] =
    headers.length > 0 ? [["Access-Control-Request-Headers", [...headers].sort().join(",")]] : [];
  try {
    const response = await relayFetch(url, {
      method: "OPTIONS",
      headers: [["Origin", origin], ["Access-Control-Request-Method", method], ...asked],
      redirect: "manual",
      signal: AbortSignal.timeout(probeMs),
    });
    await response.body?.cancel();
    const denials = denialsOf(response, method, headers, origin);
    return { kind: "answered", status: response.status, denials };
  } catch (error) {
    if (error instanceof FailureError && error.failure.code === "forward")
      return { kind: "forward", problem: error.failure.problem };
    return { kind: "unknown", reason: error instanceof Error ? error.message : String(error) };
  }
}

function denialsOf(
  { status, headers }: Response,
  method: string,
  names: readonly string[],
  origin: string,
): readonly PreflightDenial[] {
  const found = headers.get("access-control-allow-origin") ?? undefined;
  const methods = listOf(headers.get("access-control-allow-methods"));
  const allowed = listOf(headers.get("access-control-allow-headers"));
  const denied = names.filter(
    // the wildcard does not cover Authorization
    (name) => !allowed.has(name) && (name === "authorization" || !allowed.has("*")),
  );
  const isMethodAllowed = [method.toLowerCase(), "*"].some((name) => methods.has(name));
  const denials: PreflightDenial[] = [];
  if (status < 200 || status > 299) denials.push({ kind: "status" });
  if (found !== "*" && found !== origin) denials.push({ kind: "origin", found });
  if (!isMethodAllowed && !["GET", "HEAD", "POST"].includes(method))
    denials.push({ kind: "method", method });
  if (denied.length > 0) denials.push({ kind: "headers", names: denied });
  return denials;
}

function listOf(header: string | null): ReadonlySet<string> {
  return new Set((header ?? "").split(",").map((name) => name.trim().toLowerCase()));
}
