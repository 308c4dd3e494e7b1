import { describe, expect, test } from "vitest";
import type { AuthMethod } from "../authorizationStores.ts";
import { defaultServer } from "../discovery/serverMetadata.ts";
import { chooseAuthMethod, methodToRegister } from "./clientAuth.ts";
import { registeredMetadata } from "./registration.ts";

type Has = Parameters<typeof chooseAuthMethod>[0];
const secret: Has = { secret: true, key: false };
const key: Has = { secret: false, key: true };
const nothing: Has = { secret: false, key: false };

/** Credentials of the client, method in the registration response, announced methods, chosen method. */
test.each<
  readonly [Has, string | undefined, readonly string[] | undefined, AuthMethod | undefined]
>([
  [nothing, undefined, undefined, "none"],
  [nothing, undefined, ["none"], "none"],
  [nothing, undefined, ["client_secret_basic"], "none"],
  [nothing, "client_secret_basic", ["client_secret_basic"], "none"],
  [secret, undefined, undefined, "client_secret_basic"],
  [secret, undefined, ["client_secret_post", "client_secret_basic"], "client_secret_basic"],
  [secret, undefined, ["client_secret_post"], "client_secret_post"],
  [secret, undefined, ["client_secret_jwt"], "client_secret_jwt"],
  [secret, "client_secret_post", ["client_secret_basic"], "client_secret_post"],
  [secret, "none", ["client_secret_basic"], "none"],
  [secret, "tls_client_auth", undefined, "client_secret_basic"],
  [secret, "constructor", undefined, "client_secret_basic"],
  [secret, undefined, ["none"], "none"],
  [secret, undefined, ["private_key_jwt"], undefined],
  [key, undefined, undefined, "private_key_jwt"],
  [key, undefined, ["private_key_jwt", "client_secret_basic"], "private_key_jwt"],
  [key, undefined, ["client_secret_basic"], undefined],
  [{ secret: true, key: true }, undefined, ["client_secret_basic"], "client_secret_basic"],
])("%j, registered %s, announced %j: %s", (has, said, announced, method) => {
  expect(chooseAuthMethod(has, said, announced)).toBe(method);
});

test.each<readonly [readonly string[] | undefined, AuthMethod]>([
  [undefined, "none"],
  [["client_secret_basic", "none"], "none"],
  [["client_secret_post", "client_secret_basic"], "client_secret_basic"],
  [["client_secret_post"], "client_secret_post"],
  [["tls_client_auth"], "none"],
])("registers where %j is announced: %s", (announced, method) => {
  expect(methodToRegister(announced)).toBe(method);
});

describe("the application_type of a registration", () => {
  test.each([
    ["http://127.0.0.1:6280/callback.html", "native"],
    ["http://localhost/callback.html", "native"],
    ["http://[::1]:6280/callback.html", "native"],
    ["https://playground.example/deep/callback.html", "web"],
  ])("%s: %s", (redirectUri, application_type) => {
    const settings = {
      grantType: { kind: "authorization-code" },
      redirectUri,
      clientName: "Test",
      dpop: "auto",
      withoutPkceAnnounced: false,
    } as const;
    expect(registeredMetadata(settings, defaultServer("https://mcp.example/mcp"))).toMatchObject({
      application_type,
      redirect_uris: [redirectUri],
      grant_types: ["authorization_code", "refresh_token"],
      token_endpoint_auth_method: "none",
    });
  });
});
