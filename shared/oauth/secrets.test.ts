/** Masking of secrets in bodies, and decoding of JWTs. */
import { expect, test } from "vitest";
import { decodeText, encodeText } from "../core/bytes.ts";
import { formSecrets, inBytes, jsonSecrets, repeatedSecrets } from "../log/bodySecrets.ts";
import { maskBytes, maskText, spansOf } from "../log/mask.ts";
import { decodeJwt } from "./crypto/jwt.ts";

test.each([
  ["grant_type=a&code=S&client_id=b", "grant_type=a&code=••••••••&client_id=b"],
  ["code=", "code="],
  ["CODE=S", "CODE=••••••••"],
  ["c%6Fde=S&%zz=1", "c%6Fde=••••••••&%zz=1"],
  ["code_verifier=S&client_secret=S", "code_verifier=••••••••&client_secret=••••••••"],
  [
    "assertion=S&subject_token=S&refresh_token=S",
    "assertion=••••••••&subject_token=••••••••&refresh_token=••••••••",
  ],
  ["code_challenge=x&scope=y", "code_challenge=x&scope=y"],
])("the form %s", (form, shown) => {
  expect(maskText(form, formSecrets(form))).toBe(shown);
});

test.each([
  [
    '{"access_token":"S","token_type":"Bearer"}',
    '{"access_token":"••••••••","token_type":"Bearer"}',
  ],
  ['{ "a": { "client_secret" : "S\\"S" } }', '{ "a": { "client_secret" : "••••••••" } }'],
  ['{"refresh_token":"cut off', '{"refresh_token":"••••••••'],
  ['{"access\\u005ftoken":"S"}', '{"access\\u005ftoken":"••••••••"}'],
  ['{"access_token":7}', '{"access_token":7}'],
])("the JSON %s", (json, shown) => {
  expect(maskText(json, jsonSecrets(json))).toBe(shown);
});

test("the byte offsets of many spans are computed in one pass", () => {
  const text = `{${'"code":"ü",'.repeat(40_000)}}`;
  const spans = jsonSecrets(text);
  const bytes = encodeText(text);
  expect(spans).toHaveLength(40_000);
  const last = inBytes(text, spans).at(-1);
  expect(decodeText(bytes.subarray(last?.start, last?.end))).toBe("ü");
});

test("a sent secret is masked where a response repeats it", () => {
  const text = "Unknown code code-123456, code-123456";
  expect(maskText(text, repeatedSecrets(text, ["code-123456", "code"]))).toBe(
    "Unknown code ••••••••, ••••••••",
  );
});

test("spans are converted to byte offsets", () => {
  const text = '{"ü":"ü","access_token":"geheim"}';
  const spans = inBytes(text, jsonSecrets(text));
  const shown = decodeText(maskBytes(encodeText(text), spansOf(spans, "body")));
  expect(shown).toBe('{"ü":"ü","access_token":"••••••••"}');
});

const part = (text: string) => Buffer.from(text).toString("base64url");

test("a JWT is decoded", () => {
  const token = `${part('{"alg":"none"}')}.${part('{"sub":"ü","exp":12345678901234567890}')}.`;
  const decoded = decodeJwt(token);
  expect(decoded?.header).toEqual({ alg: "none" });
  expect(decoded?.payloadText).toBe('{"sub":"ü","exp":12345678901234567890}');
});

test.each([
  "",
  "a.b",
  "a.b.c",
  "..",
  `${part("[]")}.${part("{}")}.x`,
  `${part("{}")}.${part("x")}.`,
  "ü.ü.ü",
])("%j is no JWT", (text) => {
  expect(decodeJwt(text)).toBeUndefined();
});
