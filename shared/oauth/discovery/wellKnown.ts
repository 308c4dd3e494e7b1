/** Well-known locations of metadata, in the order in which they are tried. */

export interface MetadataLocation {
  readonly url: string;
  readonly kind: "oauth" | "openid";
}

/**
 * Locations of protected resource metadata where the 401 names none.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization/authorization-server-discovery#protected-resource-metadata-discovery-requirements
 */
export function resourceMetadataUrls(serverUrl: string): readonly string[] {
  const { origin, pathname, search } = new URL(serverUrl);
  const root = `${origin}/.well-known/oauth-protected-resource`;
  const path = pathname.replace(/\/$/, "");
  return path === "" && search === "" ? [root] : [`${root}${path}${search}`, root];
}

/**
 * Locations of an authorization server's metadata.
 * @param issuer its issuer identifier, without query and fragment
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization/authorization-server-discovery#authorization-server-metadata-discovery
 */
export function serverMetadataLocations(issuer: string): readonly MetadataLocation[] {
  const { origin, pathname } = new URL(issuer);
  const path = pathname.replace(/\/$/, "");
  const inserted: MetadataLocation[] = [
    { kind: "oauth", url: `${origin}/.well-known/oauth-authorization-server${path}` },
    { kind: "openid", url: `${origin}/.well-known/openid-configuration${path}` },
  ];
  if (path === "") return inserted;
  return [
    ...inserted,
    { kind: "openid", url: `${origin}${path}/.well-known/openid-configuration` },
  ];
}
