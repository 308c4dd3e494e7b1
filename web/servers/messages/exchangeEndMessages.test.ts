import { expect, test } from "vitest";
import type { HttpEndEntry } from "../../../shared/log/entry.ts";
import { exchangeEndText } from "./exchangeEndMessages.ts";

test.each<[Pick<HttpEndEntry, "code" | "limit" | "reason">, string]>([
  [{ code: "too-large", limit: 64_000_000 }, "cut after 64000000 bytes"],
  [{ code: "timeout", limit: 20_000 }, "no complete response within 20 s"],
  [
    { code: "not-agreed", reason: "https://a.example" },
    "you did not allow the relay to connect to https://a.example",
  ],
  [{ code: "redirect", reason: "307 http://b/" }, "a redirect was not followed (307 http://b/)"],
  [{ code: "relay-unreachable", reason: "" }, "the connection to the relay was lost"],
  [{ code: "dns", reason: "getaddrinfo ENOTFOUND a" }, "getaddrinfo ENOTFOUND a"],
  [{ reason: "Failed to fetch" }, "Failed to fetch"],
  [{}, "no reason given"],
])("%j: %s", (why, text) => {
  const entry = { kind: "http-end", outcome: "failed", ...why } as HttpEndEntry;
  expect(exchangeEndText(entry)).toBe(text);
});
