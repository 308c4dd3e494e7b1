import { expect, test } from "vitest";
import { urlSecrets } from "./urlSecrets.ts";

const table: readonly (readonly [url: string, secrets: readonly string[]])[] = [
  ["https://example.com/mcp", []],
  ["https://example.com/mcp?", []],
  ["https://example.com/mcp?key=12&b=&c=3%204#d=5", ["12", "3%204"]],
  ["https://example.com/mcp?abcdef", ["abcdef"]],
  ["https://example.com/mcp?a=b=c&&?=d", ["b=c", "d"]],
  ["https://user:pass@example.com/a@b", ["user:pass"]],
  ["https://a@b@example.com/", ["a@b"]],
  ["https://example.com/mcp#x?y=1", []],
  ["/messages?sessionId=5f2c", ["5f2c"]],
  ["messages/a@b", []],
];

test.each(table)("the secrets of %s are %j", (url, secrets) => {
  const spans = urlSecrets(url);
  expect(spans.map(({ start, end }) => url.slice(start, end))).toEqual(secrets);
  expect(spans.every(({ part }) => part === "url")).toBe(true);
});
