/** What must not be seen is covered: in bodies, in command lines, and in tokens that are looked into. */
import { expect, test } from "vitest";
import { decodeText, encodeText } from "../bytes.ts";
import { formSecrets, inBytes, jsonSecrets, repeatedSecrets } from "../log/bodySecrets.ts";
import { maskBytes, spansOf } from "../log/mask.ts";
import { curlOf, withoutSecrets } from "./curl.ts";
import { markedRequest } from "./exchange.ts";
import { decodeJwt } from "./jwt.ts";

test.each([
  ["grant_type=a&code=S&client_id=b", "grant_type=a&code=<secret>&client_id=b"],
  ["code=", "code="],
  ["CODE=S", "CODE=<secret>"],
  ["code_verifier=S&client_secret=S", "code_verifier=<secret>&client_secret=<secret>"],
  [
    "assertion=S&subject_token=S&refresh_token=S",
    "assertion=<secret>&subject_token=<secret>&refresh_token=<secret>",
  ],
  ["code_challenge=x&scope=y", "code_challenge=x&scope=y"],
])("the form %s", (form, shown) => {
  expect(withoutSecrets(form, formSecrets(form))).toBe(shown);
});

test.each([
  [
    '{"access_token":"S","token_type":"Bearer"}',
    '{"access_token":"<secret>","token_type":"Bearer"}',
  ],
  ['{ "a": { "client_secret" : "S\\"S" } }', '{ "a": { "client_secret" : "<secret>" } }'],
  ['{"refresh_token":"cut off', '{"refresh_token":"<secret>'],
  ['{"access_token":7}', '{"access_token":7}'],
])("the JSON %s", (json, shown) => {
  expect(withoutSecrets(json, jsonSecrets(json))).toBe(shown);
});

test("what was sent as a secret is covered where an answer repeats it", () => {
  const text = "Unknown code code-123456, code-123456";
  expect(withoutSecrets(text, repeatedSecrets(text, ["code-123456", "code"]))).toBe(
    "Unknown code <secret>, <secret>",
  );
});

test("spans are counted in bytes where the log wants them so", () => {
  const text = '{"ü":"ü","access_token":"geheim"}';
  const spans = inBytes(text, jsonSecrets(text));
  const shown = decodeText(maskBytes(encodeText(text), spansOf(spans, "body")));
  expect(shown).toBe('{"ü":"ü","access_token":"••••••••"}');
});

test("a command line says everything but secrets, and cannot be broken out of", () => {
  const headers = [
    ["authorization", "Basic YTpi"],
    ["accept", "it's json"],
  ] as const;
  const request = markedRequest("POST", "https://as.example/token?x=S", headers, "code=S&scope=a");
  expect(curlOf(request)).toBe(
    [
      "curl -X POST 'https://as.example/token?x=<secret>'",
      "-H 'authorization: <secret>'",
      "-H 'accept: it'\\''s json'",
      "--data-raw 'code=<secret>&scope=a'",
    ].join(" \\\n  "),
  );
});

const part = (text: string) => Buffer.from(text).toString("base64url");

test("a JWT is looked into", () => {
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
