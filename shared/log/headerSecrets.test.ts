import { expect, test } from "vitest";
import type { Header } from "../protocol/headers.ts";
import type { SecretSpan } from "./entry.ts";
import { headerSecrets } from "./headerSecrets.ts";

const own = new Set(["x-key"]);

/** A header and its kind of secret. */
const table: readonly (readonly [Header, SecretSpan["kind"] | undefined])[] = [
  [["Authorization", "Bearer t"], "token"],
  [["AUTHORIZATION", ""], "token"],
  [["Proxy-Authorization", "Basic b"], "token"],
  [["Cookie", "a=b"], "token"],
  [["set-cookie", "a=b"], "token"],
  [["Mcp-Session-Id", "s"], "session-id"],
  [["X-Api-Key", "k"], "token"],
  [["x-goog-api-key", "k"], "token"],
  [["X-Key", "k"], "header"],
  [["Accept", "application/json"], undefined],
  [["X-Authorization", "Bearer t"], undefined],
  [["constructor", "x"], undefined],
  [["__proto__", "x"], undefined],
];

test.each(table)("the value of %j is marked as %s", (header, kind) => {
  const [name, value] = header;
  const part = `header:${name.toLowerCase()}`;
  const spans = kind ? [{ part, start: 0, end: value.length, kind }] : [];
  expect(headerSecrets([header], own)).toEqual(spans);
});

test("every header is marked, also repeated names", () => {
  const headers: Header[] = [
    ["Set-Cookie", "a=1"],
    ["Date", "now"],
    ["Set-Cookie", "b=22"],
  ];
  expect(headerSecrets(headers).map(({ end }) => end)).toEqual([3, 4]);
});

test("a well-known header that the user set keeps its kind", () => {
  expect(headerSecrets([["Authorization", "t"]], new Set(["authorization"]))).toMatchObject([
    { kind: "token" },
  ]);
});
