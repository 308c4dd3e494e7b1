import { expect, test } from "vitest";
import { formatPageHost, isPageHost, pageHostBytes, toLoopbackUrl } from "./pageHost.ts";

test("80 random bits become 16 characters", () => {
  expect(formatPageHost(new Uint8Array(pageHostBytes))).toBe("mcp-aaaaaaaaaaaaaaaa.localhost");
  expect(formatPageHost(new Uint8Array(pageHostBytes).fill(255))).toBe(
    "mcp-7777777777777777.localhost",
  );
  const random = crypto.getRandomValues(new Uint8Array(pageHostBytes));
  expect(isPageHost(formatPageHost(random))).toBe(true);
});

test.each([
  "localhost",
  "127.0.0.1",
  "mcp.localhost",
  "mcp-aaaaaaaaaaaaaaaa.localhost.evil.example",
  "x.mcp-aaaaaaaaaaaaaaaa.localhost",
  "mcp-aaaaaaaaaaaaaaa1.localhost",
])("%s is no name of a page", (hostname) => {
  expect(isPageHost(hostname)).toBe(false);
});

test("the page's URLs have a form with the loopback address; others are unchanged", () => {
  expect(toLoopbackUrl("http://mcp-aaaaaaaaaaaaaaaa.localhost:6280/callback.html?a#b")).toBe(
    "http://127.0.0.1:6280/callback.html?a#b",
  );
  for (const url of ["https://play.example/", "http://localhost:6280/", "http://a.localhost:1/"]) {
    expect(toLoopbackUrl(url)).toBe(url);
  }
});
