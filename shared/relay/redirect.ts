/** Where a redirect leads, and with which request, by the rules of `fetch`. */
import type { ForwardedHead } from "./httpWire.ts";
import type { ForwardRequest } from "./relayExchange.ts";

export type Redirect =
  | { readonly kind: "none" }
  /** It leads nowhere that HTTP goes. */
  | { readonly kind: "wrong"; readonly location: string }
  | { readonly kind: "to"; readonly location: string; readonly request: ForwardRequest };

/** Headers of a body that is not sent again. */
const aboutBody = /^(content-(encoding|language|location|type|length))$/i;

/** Headers that were meant for one origin. */
const aboutOrigin = /^(authorization|cookie|host|origin)$/i;

/** @see https://fetch.spec.whatwg.org/#http-redirect-fetch */
export function redirectOf(head: ForwardedHead, request: ForwardRequest): Redirect {
  const { status } = head;
  const location = head.headers.find(([name]) => name.toLowerCase() === "location")?.[1];
  if (![301, 302, 303, 307, 308].includes(status) || location === undefined)
    return { kind: "none" };
  const from = new URL(request.url);
  const url = URL.parse(location, from);
  if (!url || !/^https?:$/.test(url.protocol)) return { kind: "wrong", location };
  const { method } = request;
  const becomesGet =
    (method === "POST" && status <= 302) ||
    (status === 303 && method !== "GET" && method !== "HEAD");
  const isElsewhere = url.origin !== from.origin;
  const headers = request.headers.filter(
    ([name]) => !(becomesGet && aboutBody.test(name)) && !(isElsewhere && aboutOrigin.test(name)),
  );
  url.hash = "";
  const rest = { url: url.href, headers };
  if (becomesGet) return { kind: "to", location, request: { ...rest, method: "GET" } };
  return { kind: "to", location, request: { ...request, ...rest } };
}
