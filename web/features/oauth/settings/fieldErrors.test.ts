import { expect, test } from "vitest";
import { type AuthorizationForm, emptyForm } from "../../../stores/auth/form.ts";
import { fieldError } from "./fieldErrors.ts";

test.each<readonly [keyof AuthorizationForm, Partial<AuthorizationForm>, RegExp | undefined]>([
  ["tokenEndpoint", {}, undefined],
  ["tokenEndpoint", { tokenEndpoint: "as.example/token" }, /no web address/],
  ["tokenEndpoint", { tokenEndpoint: "javascript:alert(1)" }, /no web address/],
  ["tokenEndpoint", { tokenEndpoint: " https://as.example/token " }, undefined],
  ["tokenEndpoint", { authorizationEndpoint: "https://as.example/" }, /Needed beside/],
  ["authorizationEndpoint", { tokenEndpoint: "https://as.example/" }, /Needed beside/],
  ["clientId", {}, undefined],
  ["clientId", { clientSecret: "s" }, /client's ID/],
  ["clientId", { clientSecret: "s", clientId: "c" }, undefined],
  ["assertion", { assertion: "a.b.c" }, undefined],
  ["assertion", { assertion: "a.b" }, /no JWT/],
  ["idToken", { idToken: "opaque" }, /no JWT/],
  ["privateKey", { privateKey: "-----BEGIN PRIVATE KEY-----\nAA" }, undefined],
  ["privateKey", { privateKey: "-----BEGIN RSA PRIVATE KEY-----\nAA" }, /RSA PRIVATE KEY/],
  ["privateKey", { privateKey: "abc" }, /Neither PEM nor a JWK/],
  ["privateKey", { privateKey: "{oops" }, /not JSON/],
  ["privateKey", { privateKey: '{"kty":"EC"}' }, /no private key/],
  ["privateKey", { privateKey: '{"kty":"EC","d":"AA"}' }, undefined],
])("%s in %j: %s", (name, entered, words) => {
  const trouble = fieldError({ ...emptyForm, ...entered }, name);
  if (words === undefined) expect(trouble).toBeUndefined();
  else expect(trouble).toMatch(words);
});
