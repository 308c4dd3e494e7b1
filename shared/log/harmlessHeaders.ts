/** Headers of HTTP, browsers and MCP whose values are no secrets. */

const harmless: ReadonlySet<string> = new Set(
  `accept accept-charset accept-encoding accept-language accept-ranges access-control-allow-origin age
  allow alt-svc cache-control connection content-disposition content-encoding content-language
  content-length content-location content-range content-security-policy content-type
  cross-origin-embedder-policy cross-origin-opener-policy cross-origin-resource-policy date dnt early-data
  etag expect expires host if-match if-modified-since if-none-match if-range if-unmodified-since
  keep-alive last-event-id last-modified location max-forwards mcp-method mcp-name mcp-protocol-version
  nel origin permissions-policy pragma priority range referer referrer-policy report-to
  reporting-endpoints retry-after save-data server server-timing strict-transport-security te
  timing-allow-origin trailer transfer-encoding upgrade upgrade-insecure-requests user-agent vary via
  www-authenticate x-accel-buffering x-content-type-options x-dns-prefetch-control x-download-options
  x-frame-options x-permitted-cross-domain-policies x-powered-by x-request-id x-robots-tag
  x-xss-protection`.split(/\s+/),
);

/** Whether the value of a header may be recorded; it is still searched for secrets. */
export function isHarmlessHeader(name: string): boolean {
  const lower = name.toLowerCase();
  return harmless.has(lower) || /^(?:access-control-|sec-fetch-|sec-ch-|sec-gpc$)/.test(lower);
}

/** Whether the value of a header is a URL. */
export function isUrlHeader(name: string): boolean {
  return /^(?:content-)?location$|^referer$/i.test(name);
}
