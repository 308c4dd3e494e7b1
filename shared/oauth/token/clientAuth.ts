/** Client authentication at the token endpoint: chooses the method and creates it. */
import * as oauth from "oauth4webapi";
import { basicAuthorization } from "../../core/text/basicAuth.ts";
import type { EnteredClient, EnteredKey } from "../authorizationSettings.ts";
import type { AuthMethod, RegisteredClient } from "../authorizationStores.ts";
import { importPrivateKey, type KeyFault } from "../crypto/keys.ts";
import type { ServerMetadata } from "../discovery/metadata.ts";

/** Methods that use a secret, in order of preference; RFC 6749 requires every server to support the first. */
const secretMethods: readonly AuthMethod[] = [
  "client_secret_basic",
  "client_secret_post",
  "client_secret_jwt",
];

const supported: readonly string[] = ["none", ...secretMethods, "private_key_jwt"];

/**
 * Chooses a method that client and server support.
 * @param has the credentials that the client has
 * @param registered the method in the registration response, if any
 * @param announced the methods in the server metadata; undefined if it has none
 * @returns undefined if there is no common method
 * @see https://www.rfc-editor.org/rfc/rfc8414#section-2 token_endpoint_auth_methods_supported
 */
export function chooseAuthMethod(
  has: { readonly secret: boolean; readonly key: boolean },
  registered: string | undefined,
  announced: readonly string[] | undefined,
): AuthMethod | undefined {
  if (
    registered !== undefined &&
    supported.includes(registered) &&
    isPossible(registered as AuthMethod, has)
  ) {
    return registered as AuthMethod;
  }
  const isAnnounced = (method: AuthMethod) => announced?.includes(method) ?? true;
  if (has.key && isAnnounced("private_key_jwt")) return "private_key_jwt";
  if (has.secret) {
    const method = secretMethods.find(isAnnounced);
    if (method) return method;
  }
  // many servers accept public clients without announcing "none"
  const isPublic = !has.secret && !has.key;
  return isPublic || isAnnounced("none") ? "none" : undefined;
}

function isPossible(method: AuthMethod, has: { secret: boolean; key: boolean }): boolean {
  if (method === "none") return true;
  return method === "private_key_jwt" ? has.key : has.secret;
}

/** The method to request in a dynamic registration: `none`, unless the server announces only others. */
export function methodToRegister(announced: readonly string[] | undefined): AuthMethod {
  if (announced === undefined || announced.includes("none")) return "none";
  return secretMethods.find((method) => announced.includes(method)) ?? "none";
}

/**
 * Turns an entered client into one for an authorization server.
 * @returns undefined if they have no authentication method in common
 */
export function enteredClient(
  entered: EnteredClient,
  server: ServerMetadata,
  redirectUri: string,
): RegisteredClient | undefined {
  const has = { secret: Boolean(entered.clientSecret), key: Boolean(entered.privateKey?.text) };
  const authMethod = chooseAuthMethod(has, entered.authMethod, server.authMethods);
  return (
    authMethod && {
      issuer: server.issuer,
      clientId: entered.clientId,
      ...(entered.clientSecret ? { clientSecret: entered.clientSecret } : {}),
      authMethod,
      registered: "entered",
      redirectUris: [redirectUri],
    }
  );
}

/**
 * Creates the library's client authentication.
 * @param key for `private_key_jwt`
 * @returns the authentication, or why the key or the secret cannot be used
 */
export async function clientAuthOf(
  client: RegisteredClient,
  key: EnteredKey | undefined,
): Promise<oauth.ClientAuth | KeyFault> {
  const { authMethod, clientSecret } = client;
  if (authMethod === "none") return oauth.None();
  if (authMethod === "private_key_jwt") {
    if (!key) return { why: "no-key" };
    const imported = await importPrivateKey(key.text, key.algorithm);
    if ("why" in imported) return imported;
    return oauth.PrivateKeyJwt({ key: imported, ...(key.keyId ? { kid: key.keyId } : {}) });
  }
  if (!clientSecret) return { why: "no-secret" };
  switch (authMethod) {
    case "client_secret_basic":
      return secretBasic(clientSecret);
    case "client_secret_post":
      return oauth.ClientSecretPost(clientSecret);
    case "client_secret_jwt":
      return oauth.ClientSecretJwt(clientSecret);
  }
}

/**
 * Replaces the method of the library, which percent-encodes more characters than form encoding does: some servers do not decode at all.
 * @see https://www.rfc-editor.org/rfc/rfc6749#section-2.3.1
 */
function secretBasic(clientSecret: string): oauth.ClientAuth {
  const encoded = (text: string) => new URLSearchParams([["", text]]).toString().slice(1);
  return (_server, client, _body, headers) => {
    const credentials = `${encoded(client.client_id)}:${encoded(clientSecret)}`;
    headers.set("authorization", basicAuthorization(credentials));
  };
}
