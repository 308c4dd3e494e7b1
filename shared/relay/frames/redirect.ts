/** Computes the next request of a redirect by the rules of `fetch`. */
import { findHeader } from "../../protocol/headers.ts";
import type { ForwardRequest } from "../client/relayExchange.ts";
import type { ForwardedHead } from "./httpFrames.ts";

type Redirect =
  | { readonly kind: "none" }
  /** The location is not an http(s) URL. */
  | { readonly kind: "wrong"; readonly location: string }
  | { readonly kind: "to"; readonly location: string; readonly request: ForwardRequest };

/** Headers that describe a body; dropped together with it. */
const aboutBody = /^(content-(encoding|language|location|type|length))$/i;

/**
 * The headers that are kept on a redirect to another origin: those that describe the format of the
 * request and its response. Other headers, such as `x-api-key` or a session id, may be secrets for
 * one origin.
 */
const forEverybody =
  /^(accept(-encoding|-language)?|cache-control|content-(encoding|language|type|length)|pragma|user-agent|mcp-(protocol-version|method|name))$/i;

/** Whether a header is kept on a redirect to another origin. */
export function mayLeaveOrigin(name: string): boolean {
  return forEverybody.test(name);
}

/** @see https://fetch.spec.whatwg.org/#http-redirect-fetch */
export function redirectOf(
  head: Pick<ForwardedHead, "status" | "headers">,
  request: ForwardRequest,
): Redirect {
  const { status } = head;
  const location = findHeader(head.headers, "location");
  if (![301, 302, 303, 307, 308].includes(status) || location === undefined)
    return { kind: "none" };
  const from = new URL(request.url);
  const url = URL.parse(location, from);
  if (!url || !/^https?:$/.test(url.protocol)) return { kind: "wrong", location };
  const { method } = request;
  const isSentAsGet =
    (method === "POST" && status <= 302) ||
    (status === 303 && method !== "GET" && method !== "HEAD");
  const isElsewhere = url.origin !== from.origin;
  const headers = request.headers.filter(
    ([name]) => !(isSentAsGet && aboutBody.test(name)) && (!isElsewhere || mayLeaveOrigin(name)),
  );
  url.hash = "";
  const rest = { url: url.href, headers };
  if (isSentAsGet) return { kind: "to", location, request: { ...rest, method: "GET" } };
  return { kind: "to", location, request: { ...request, ...rest } };
}
