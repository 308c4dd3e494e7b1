import { expect, test } from "vitest";
import { checkUrl, isOtherHost, leadsToPrivateHost } from "./urls.ts";

const serverUrl = "https://mcp.example/mcp";

test.each<readonly [string, string | undefined]>([
  ["https://as.example/token", undefined],
  ["http://localhost:3000/token", undefined],
  ["http://127.0.0.1/token", undefined],
  ["http://[::1]:3000/token", undefined],
  ["http://as.localhost/token", undefined],
  ["http://as.example/token", "not-https"],
  ["http://localhost.evil.example/token", "not-https"],
  ["http://127.0.0.1.evil.example/", "not-https"],
  ["javascript:alert(1)", "scheme"],
  ["JavaScript:alert(1)", "scheme"],
  [" javascript:alert(1)", "whitespace"],
  ["java\nscript:alert(1)", "whitespace"],
  ["data:text/html,x", "scheme"],
  ["blob:https://as.example/x", "scheme"],
  ["/token", "not-a-url"],
  ["//as.example/token", "not-a-url"],
  ["https://", "not-a-url"],
  ["https://a:b@as.example/", "userinfo"],
  ["https://as.example/#", "fragment"],
])("%j: %s", (url, issue) => {
  expect(checkUrl(url, { serverUrl })).toBe(issue);
});

test("an issuer must not have a query", () => {
  expect(checkUrl("https://as.example?a", { serverUrl, isIssuer: true })).toBe("query");
});

test("plain http is allowed on the host of a server that uses it, and on no other", () => {
  const plain = { serverUrl: "http://mcp.lan:3000/mcp" };
  expect(checkUrl("http://mcp.lan:4000/token", plain)).toBeUndefined();
  expect(checkUrl("http://other.lan/token", plain)).toBe("not-https");
});

test("only a public server's document can point to a private address", () => {
  expect(leadsToPrivateHost("http://127.0.0.1/x", serverUrl)).toBe(true);
  expect(leadsToPrivateHost("https://2130706433/x", serverUrl)).toBe(true);
  expect(leadsToPrivateHost("http://127.0.0.1/x", "http://localhost:3000/mcp")).toBe(false);
});

test.each<readonly [string, string, boolean]>([
  ["https://as.example/a", "https://as.example/b", false],
  ["https://api.as.example/", "https://as.example/", false],
  ["https://as.example/", "https://login.as.example/", false],
  ["https://evilas.example/", "https://as.example/", true],
  ["https://other.example/", "https://as.example/", true],
])("%s beside %s: another host is %s", (one, other, isOther) => {
  expect(isOtherHost(one, other)).toBe(isOther);
});
