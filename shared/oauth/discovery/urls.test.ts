import { describe, expect, test } from "vitest";
import { isInward, isOtherHost, pointsInward, urlTrouble } from "./urls.ts";

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
])("%j: %s", (url, trouble) => {
  expect(urlTrouble(url, { serverUrl })).toBe(trouble);
});

test("issuers have no query", () => {
  expect(urlTrouble("https://as.example?a", { serverUrl, isIssuer: true })).toBe("query");
});

test("whoever speaks to a server over plain http may do so with its host, and no other", () => {
  const plain = { serverUrl: "http://mcp.lan:3000/mcp" };
  expect(urlTrouble("http://mcp.lan:4000/token", plain)).toBeUndefined();
  expect(urlTrouble("http://other.lan/token", plain)).toBe("not-https");
});

describe("addresses inside", () => {
  test.each([
    "localhost",
    "127.9.9.9",
    "10.0.0.1",
    "100.64.0.1",
    "169.254.169.254",
    "172.31.255.1",
    "192.168.1.1",
    "0.0.0.0",
    "[::1]",
    "[::]",
    "[fd00::1]",
    "[fe80::1]",
    "[::ffff:7f00:1]",
    "[::ffff:a00:1]",
    "[::7f00:1]",
    "[64:ff9b::7f00:1]",
    "[64:ff9b::a00:1]",
    "[2002:7f00:1::]",
    "[2002:c0a8:101::1]",
    "[fe80::5efe:7f00:1]",
    "[2001:db8::5efe:a00:1]",
    "[2001:db8::200:5efe:a00:1]",
    "[fec0::1]",
    "198.18.0.1",
    "printer",
    "nas.local",
    "db.internal",
    "localhost.",
    "db.internal.",
    "printer.",
  ])("%s", (host) => expect(isInward(host)).toBe(true));

  test.each([
    "example.com",
    "8.8.8.8",
    "172.32.0.1",
    "100.128.0.1",
    "[2001:db8::1]",
    "[::ffff:808:808]",
    "[64:ff9b::808:808]",
    "[2002:808:808::]",
    "[2001:db8::5efe:808:808]",
  ])("%s is none", (host) => expect(isInward(host)).toBe(false));

  test("matter only to servers outside", () => {
    expect(pointsInward("http://127.0.0.1/x", serverUrl)).toBe(true);
    expect(pointsInward("https://2130706433/x", serverUrl)).toBe(true);
    expect(pointsInward("http://127.0.0.1/x", "http://localhost:3000/mcp")).toBe(false);
  });
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
