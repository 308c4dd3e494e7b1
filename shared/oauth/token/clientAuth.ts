/** How a client shows a token endpoint who it is. */
import * as oauth from "oauth4webapi";
import { basicAuthorization } from "../../core/basicAuth.ts";
import { importPrivateKey } from "../crypto/keys.ts";
import type { ServerMetadata } from "../discovery/metadata.ts";
import type { EnteredClient, EnteredKey } from "../settings.ts";
import type { AuthMethod, RegisteredClient } from "../stores.ts";

/** Methods with a secret, the one that the RFC wants everybody to have first. */
const secretMethods: readonly AuthMethod[] = [
  "client_secret_basic",
  "client_secret_post",
  "client_secret_jwt",
];

const known: readonly string[] = ["none", ...secretMethods, "private_key_jwt"];

/**
 * Chooses a method that both sides know.
 * @param said what the registration answered, if it did
 * @param announced by the authorization server; undefined where it says nothing
 * @see https://www.rfc-editor.org/rfc/rfc8414#section-2 token_endpoint_auth_methods_supported
 */
export function chooseAuthMethod(
  has: { readonly secret: boolean; readonly key: boolean },
  said: string | undefined,
  announced: readonly string[] | undefined,
): AuthMethod | undefined {
  if (said !== undefined && known.includes(said) && isPossible(said as AuthMethod, has)) {
    return said as AuthMethod;
  }
  const isAnnounced = (method: AuthMethod) => announced?.includes(method) ?? true;
  if (has.key && isAnnounced("private_key_jwt")) return "private_key_jwt";
  if (has.secret) {
    const method = secretMethods.find(isAnnounced);
    if (method) return method;
  }
  // public clients are often taken where "none" is not announced
  const isPublic = !has.secret && !has.key;
  return isPublic || isAnnounced("none") ? "none" : undefined;
}

function isPossible(method: AuthMethod, has: { secret: boolean; key: boolean }): boolean {
  if (method === "none") return true;
  return method === "private_key_jwt" ? has.key : has.secret;
}

/** The method to ask for in a dynamic registration: none, unless the server wants another one. */
export function methodToRegister(announced: readonly string[] | undefined): AuthMethod {
  if (announced === undefined || announced.includes("none")) return "none";
  return secretMethods.find((method) => announced.includes(method)) ?? "none";
}

/** A client as it was entered, made fit for an authorization server. */
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
 * The library's way to authenticate a client.
 * @param key for `private_key_jwt`
 * @throws {Error} in words, when the key or the secret is missing or cannot be used
 */
export async function clientAuthOf(
  client: RegisteredClient,
  key: EnteredKey | undefined,
): Promise<oauth.ClientAuth> {
  const { authMethod, clientSecret } = client;
  if (authMethod === "none") return oauth.None();
  if (authMethod === "private_key_jwt") {
    if (!key) throw new Error("There is no private key");
    const imported = await importPrivateKey(key.text, key.algorithm);
    return oauth.PrivateKeyJwt({ key: imported, ...(key.keyId ? { kid: key.keyId } : {}) });
  }
  if (!clientSecret) throw new Error("There is no client secret");
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
 * The library escapes more than a form has to, and there are servers that unescape nothing.
 * @see https://www.rfc-editor.org/rfc/rfc6749#section-2.3.1
 */
function secretBasic(clientSecret: string): oauth.ClientAuth {
  const encoded = (text: string) => new URLSearchParams([["", text]]).toString().slice(1);
  return (_server, client, _body, headers) => {
    const credentials = `${encoded(client.client_id)}:${encoded(clientSecret)}`;
    headers.set("authorization", basicAuthorization(credentials));
  };
}
