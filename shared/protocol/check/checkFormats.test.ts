import { expect, test } from "vitest";
import { looksLikeBase64, looksLikeUri } from "./checkFormats.ts";

test.each([
  ["https://example.com/a?b#c", true],
  ["file:///tmp/a%20b", true],
  ["urn:isbn:0451450523", true],
  ["demo://resource/dynamic/1", true],
  ["a:", true],
  ["relative/path", false],
  ["/absolute/path", false],
  ["https://example.com/a b", false],
  ["https://example.com/{id}", false],
  ["", false],
  [`https://example.com/${"a".repeat(1_000_000)}`, true],
])("%.40j looks like a URI: %s", (text, expected) => {
  expect(looksLikeUri(text)).toBe(expected);
});

test.each([
  ["", true],
  ["YQ==", true],
  ["YWI=", true],
  ["YWJj", true],
  ["YWJjZA", false],
  ["YW-_", false],
  ["Y===", false],
  ["data:image/png;base64,YWJj", false],
  ["YW\nJj", false],
  ["YWJj".repeat(1_000_000), true],
])("%.40j looks like base64: %s", (text, expected) => {
  expect(looksLikeBase64(text)).toBe(expected);
});
