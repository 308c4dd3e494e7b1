import { expect, test } from "vitest";
import { type AuthorizationForm, emptyForm } from "../../settings/authorizationForm.ts";
import { fieldError } from "./fieldErrors.ts";

test.each<readonly [keyof AuthorizationForm, Partial<AuthorizationForm>, RegExp | undefined]>([
  ["tokenEndpoint", {}, undefined],
  ["tokenEndpoint", { tokenEndpoint: "as.example/token" }, /not a URL/],
  ["tokenEndpoint", { tokenEndpoint: "javascript:alert(1)" }, /not a URL/],
  ["tokenEndpoint", { tokenEndpoint: " https://as.example/token " }, undefined],
  ["tokenEndpoint", { authorizationEndpoint: "https://as.example/" }, /Required together/],
  ["authorizationEndpoint", { tokenEndpoint: "https://as.example/" }, /Required together/],
  ["clientId", {}, undefined],
  ["clientId", { clientSecret: "s" }, /client ID/],
  ["clientId", { clientSecret: "s", clientId: "c" }, undefined],
  ["assertion", { assertion: "a.b.c" }, undefined],
  ["assertion", { assertion: "a.b" }, /not a JWT/],
  ["idToken", { idToken: "opaque" }, /not a JWT/],
  ["privateKey", { privateKey: "-----BEGIN PRIVATE KEY-----\nAA" }, undefined],
  ["privateKey", { privateKey: "-----BEGIN RSA PRIVATE KEY-----\nAA" }, /RSA PRIVATE KEY/],
  ["privateKey", { privateKey: "abc" }, /Neither PEM nor a JWK/],
  ["privateKey", { privateKey: "{oops" }, /not JSON/],
  ["privateKey", { privateKey: '{"kty":"EC"}' }, /no private key/],
  ["privateKey", { privateKey: '{"kty":"EC","d":"AA"}' }, undefined],
])("%s in %j: %s", (name, entered, words) => {
  const error = fieldError({ ...emptyForm, ...entered }, name);
  if (words === undefined) expect(error).toBeUndefined();
  else expect(error).toMatch(words);
});
