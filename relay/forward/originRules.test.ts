import { expect, test } from "vitest";
import { readOriginRule } from "./originRules.ts";

test.each<readonly [isPermitted: boolean, rule: string, url: string]>([
  [true, "example.com", "https://example.com/mcp"],
  [true, "example.com", "https://EXAMPLE.com:443/"],
  [false, "example.com", "http://example.com/"],
  [false, "example.com", "https://example.com:8443/"],
  [false, "example.com", "https://a.example.com/"],
  [false, "example.com", "https://example.com.evil.org/"],
  [false, "example.com", "https://example.com@evil.org/"],
  [true, "http://localhost:3000", "http://localhost:3000/mcp"],
  [true, "https://*.example.com", "https://a.b.example.com/"],
  [false, "https://*.example.com", "https://example.com/"],
  [false, "https://*.example.com", "https://evilexample.com/"],
  [true, "[::1]:8080", "https://[0::1]:8080/"],
])("%s: %s %s", (isPermitted, rule, url) => {
  expect(readOriginRule(rule)?.(new URL(url))).toBe(isPermitted);
});

test.each([
  "",
  "*",
  "*.",
  "ftp://example.com",
  "https://example.com/path",
  "a*.example.com",
  "user@example.com",
  "https://",
])("%j is no rule", (text) => {
  expect(readOriginRule(text)).toBeUndefined();
});
