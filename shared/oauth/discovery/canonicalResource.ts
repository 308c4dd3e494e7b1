/** Canonical URIs of MCP servers as protected resources, and their comparison. */

/**
 * The canonical URI of a server: scheme and host in lower case, no fragment, no lone slash as path.
 * @param serverUrl the MCP endpoint
 * @throws {TypeError} when it is not a URL
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
 * The default `resource` parameter: the canonical URI without its query. RFC 8707 advises against a
 * query, and many servers have API keys there that the authorization server must not see.
 * @param serverUrl the MCP endpoint
 * @throws {TypeError} when it is not a URL
 * @see https://www.rfc-editor.org/rfc/rfc8707#section-2
 */
export function defaultIndicator(serverUrl: string): string {
  const url = new URL(serverUrl);
  url.search = "";
  return canonicalResource(url.href);
}

/** How the `resource` of a metadata document relates to the server. */
type ResourceFit = "same" | "covers" | "other";

/**
 * Compares the `resource` of a metadata document with the server's canonical URI.
 * @returns `covers` for the same origin with a parent path of the server's, which is not identical
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
