import { expect, test } from "vitest";
import { relayedText } from "./relayedText.ts";

const head = { status: 200, statusText: "OK", url: "http://a/", redirected: false, headers: [] };

test("an exchange of the browser has no facts", () => {
  expect(relayedText(head)).toEqual([]);
});

test("an exchange of the relay has its redirects, address and phases", () => {
  const hops = [{ status: 307, location: "/mcp/" }];
  const timing = { dnsMs: 1, connectMs: 2, waitMs: 30 };
  const relayed = { ...head, httpVersion: "1.1", remote: "127.0.0.1:80", timing, hops };
  expect(relayedText(relayed)).toEqual([
    "307 to /mcp/",
    "from 127.0.0.1:80",
    "DNS lookup in 1.0 ms",
    "connected in 2.0 ms",
    "response in 30 ms",
  ]);
});

test("a reused connection is named", () => {
  const relayed = { ...head, httpVersion: "1.1", timing: { waitMs: 1 } };
  expect(relayedText(relayed)).toContain("over a reused connection");
});
