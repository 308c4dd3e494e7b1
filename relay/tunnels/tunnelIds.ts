/** The address of a tunnel: a digest of its owner's secret, so that nobody else can open it again. */
import { digestName } from "../secrets.ts";

/** 132 bits as base64url. */
const idChars = 22;

/** A secret of 256 bits as base64url. */
export const tunnelSecretPattern = /^[\w-]{43}$/;

/** The id of the tunnel whose owner has a secret. */
export function tunnelIdOf(secret: string): string {
  return digestName(`mcp-playground tunnel ${secret}`).slice(0, idChars);
}

/** The path before those of the server. */
export function tunnelPath(id: string): string {
  return `/t/${id}`;
}

const direct = new RegExp(`^/t/([\\w-]{${idChars}})(?=[/?]|$)`);

/** Metadata documents whose address has the path of what they are about after this. */
const wellKnown = new RegExp(
  `^(/\\.well-known/(?:oauth-protected-resource|oauth-authorization-server|openid-configuration))/t/([\\w-]{${idChars}})(?=[/?]|$)`,
);

/**
 * The tunnel that a request is for, and the target of the request at its server.
 * @param url a request target as received; no part of it is decoded or resolved
 */
export function readTunnelTarget(
  url: string,
): { readonly id: string; readonly target: string } | undefined {
  const [ofTunnel, id] = direct.exec(url) ?? [];
  if (ofTunnel !== undefined && id !== undefined) {
    const rest = url.slice(ofTunnel.length);
    return { id, target: rest.startsWith("/") ? rest : `/${rest}` };
  }
  const [ofDocument, name, owner] = wellKnown.exec(url) ?? [];
  if (ofDocument === undefined || name === undefined || owner === undefined) return undefined;
  return { id: owner, target: name + url.slice(ofDocument.length) };
}
