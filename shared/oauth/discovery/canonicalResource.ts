/** The name of an MCP server as a protected resource. */

/**
 * The canonical URI of a server: scheme and host in lower case, no fragment, no lone slash as path.
 * @param serverUrl the MCP endpoint, as it was entered
 * @throws {TypeError} when it is no URL
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization#canonical-server-uri
 */
export function canonicalResource(serverUrl: string): string {
  const url = new URL(serverUrl);
  url.hash = "";
  url.username = "";
  url.password = "";
  return url.pathname === "/" && url.search === "" ? url.origin : url.href;
}

/**
 * What a client names as `resource` by itself: the canonical URI without its query, which the RFC
 * advises against, and in which many servers have keys that are not the authorization server's business.
 * @param serverUrl the MCP endpoint, as it was entered
 * @throws {TypeError} when it is no URL
 * @see https://www.rfc-editor.org/rfc/rfc8707#section-2
 */
export function defaultIndicator(serverUrl: string): string {
  const url = new URL(serverUrl);
  url.search = "";
  return canonicalResource(url.href);
}

/** How a `resource` that a document names fits the server that was asked. */
export type ResourceFit = "same" | "covers" | "other";

/**
 * Compares the `resource` of a document with the server's own URI.
 * @returns `covers` where it is not the same, but names the same origin and a path above the server's
 * @see https://www.rfc-editor.org/rfc/rfc9728#section-3.3
 */
export function compareResource(resource: string, serverUrl: string): ResourceFit {
  const named = URL.parse(resource);
  if (!named || resource.includes("#")) return "other";
  if (canonicalResource(resource) === canonicalResource(serverUrl)) return "same";
  const server = new URL(serverUrl);
  if (named.origin !== server.origin || named.search !== "") return "other";
  const above = named.pathname.endsWith("/") ? named.pathname : `${named.pathname}/`;
  const path = server.pathname.endsWith("/") ? server.pathname : `${server.pathname}/`;
  return path.startsWith(above) ? "covers" : "other";
}
