/** Headers whose values a recording holds. */

/** Harmless headers of HTTP, browsers and MCP; the values of all others are masked. */
const recorded: ReadonlySet<string> = new Set([
  "accept",
  "accept-encoding",
  "accept-ranges",
  "age",
  "allow",
  "cache-control",
  "connection",
  "content-encoding",
  "content-length",
  "content-type",
  "date",
  "expires",
  "keep-alive",
  "location",
  "mcp-method",
  "mcp-name",
  "mcp-protocol-version",
  "origin",
  "retry-after",
  "server",
  "strict-transport-security",
  "transfer-encoding",
  "user-agent",
  "vary",
  "www-authenticate",
  "x-accel-buffering",
  "x-content-type-options",
  "x-powered-by",
]);

/** Whether the value of a header may be recorded; it is still searched for secrets. */
export function isRecordedHeader(name: string): boolean {
  const lower = name.toLowerCase();
  return recorded.has(lower) || lower.startsWith("access-control-");
}
