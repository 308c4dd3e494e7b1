import { describe, expect, test } from "vitest";
import { createTapAddresses } from "./tapAddresses.ts";

const tap = "https://relay.example/t/abc";
const other = "https://relay.example/t/def";

const addresses = createTapAddresses([
  { origin: "http://localhost:3000", own: () => tap },
  { origin: "http://login.local", own: () => other },
]);

test.each([
  ["http://localhost:3000", tap],
  ["http://localhost:3000/mcp?a=1#b", `${tap}/mcp?a=1#b`],
  ["http://localhost:3000?a", `${tap}?a`],
  ["HTTP://LOCALHOST:3000/mcp", `${tap}/mcp`],
  ["http://name:word@localhost:3000/mcp", `${tap}/mcp`],
  ["http://login.local:80/token", `${other}/token`],
  ["http://login.local/token", `${other}/token`],
  ["http://localhost:30000/mcp", "http://localhost:30000/mcp"],
  ["http://localhost:3000.example/mcp", "http://localhost:3000.example/mcp"],
  ["http://localhost:3000@other.example/", "http://localhost:3000@other.example/"],
  ["https://localhost:3000/mcp", "https://localhost:3000/mcp"],
  ["http://login.local:8080/", "http://login.local:8080/"],
  ["http://login.local.example/", "http://login.local.example/"],
  ["mcp:http://localhost:3000/", "mcp:http://localhost:3000/"],
  ["", ""],
])("%s is %s at the tap", (address, at) => {
  expect(addresses.toTap(address)).toBe(at);
});

test("addresses in a header are replaced, others are not", () => {
  const text = (one: string, two: string, three: string) =>
    `Bearer realm="${one}", resource_metadata="${two}/.well-known/a,b", x=${three}, y="http://localhost:30000/"`;
  expect(
    addresses.textToTap(
      text("http://localhost:3000", "http://localhost:3000", "http://login.local:80"),
    ),
  ).toBe(text(tap, tap, other));
});

describe("where an answer leads to", () => {
  const target = new URL("http://localhost:3000/a/b");

  test.each([
    ["http://localhost:3000/mcp/", `${tap}/mcp/`],
    ["//localhost:3000/mcp/", `${tap}/mcp/`],
    ["/mcp/?a#b", `${tap}/mcp/?a#b`],
    ["http://login.local:80/x", `${other}/x`],
    ["c?d", "c?d"],
    ["../c", "../c"],
    ["https://claude.example/callback?code=1", "https://claude.example/callback?code=1"],
    ["http://localhost:30000/", "http://localhost:30000/"],
    ["http://[", "http://["],
  ])("%s", (location, at) => {
    expect(addresses.locationToTap(location, target)).toBe(at);
  });

  test("a path stays one at a tap without a path of its own", () => {
    const local = createTapAddresses([
      { origin: "http://localhost:3000", own: () => "http://127.0.0.1:4000" },
    ]);
    expect(local.locationToTap("/mcp/", target)).toBe("/mcp/");
    expect(local.locationToTap("http://localhost:3000/mcp/", target)).toBe(
      "http://127.0.0.1:4000/mcp/",
    );
  });
});

test("an address of the tap is one of the server, and longer ones are not", () => {
  expect(addresses.toServer(`${tap}/mcp`)).toBe("http://localhost:3000/mcp");
  expect(addresses.toServer(other)).toBe("http://login.local");
  expect(addresses.toServer(`${tap}d/mcp`)).toBe(`${tap}d/mcp`);
});
