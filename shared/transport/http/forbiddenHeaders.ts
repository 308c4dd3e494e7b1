/** Lists the request headers that a page must not set; browsers drop them silently. */

const names = new Set([
  "accept-charset",
  "accept-encoding",
  "access-control-request-headers",
  "access-control-request-method",
  "access-control-request-private-network",
  "connection",
  "content-length",
  "cookie",
  "cookie2",
  "date",
  "dnt",
  "expect",
  "host",
  "keep-alive",
  "origin",
  "referer",
  "set-cookie",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "via",
]);

/**
 * Whether a browser drops a request header that a page sets.
 * @see https://fetch.spec.whatwg.org/#forbidden-request-header
 */
export function isForbiddenHeader(name: string): boolean {
  const lower = name.toLowerCase();
  return names.has(lower) || lower.startsWith("proxy-") || lower.startsWith("sec-");
}
