import { expect, test } from "vitest";
import type { ForwardedHead } from "./httpFrames.ts";
import { redirectOf } from "./redirect.ts";

const head = (status: number, location?: string): ForwardedHead => ({
  status,
  statusText: "",
  httpVersion: "1.1",
  headers: location === undefined ? [] : [["LOCATION", location]],
  timing: { waitMs: 0 },
});

const post = {
  method: "POST",
  url: "https://a.example/mcp?x#y",
  headers: [
    ["Authorization", "Bearer x"],
    ["Content-Type", "application/json"],
    ["Host", "a.example"],
    ["X-Own", "1"],
  ] as const,
  body: new Uint8Array([1]),
};

test.each([200, 201, 300, 304, 306, 400])("%d is not a redirect", (status) => {
  expect(redirectOf(head(status, "/b"), post).kind).toBe("none");
});

test("nor is one without a location", () => {
  expect(redirectOf(head(302), post).kind).toBe("none");
});

test.each([301, 302, 303])("after %d a POST becomes a GET without its body", (status) => {
  expect(redirectOf(head(status, "/b"), post)).toEqual({
    kind: "to",
    location: "/b",
    request: {
      method: "GET",
      url: "https://a.example/b",
      headers: [
        ["Authorization", "Bearer x"],
        ["Host", "a.example"],
        ["X-Own", "1"],
      ],
    },
  });
});

test.each([307, 308])("after %d the request is unchanged", (status) => {
  expect(redirectOf(head(status, "b"), post)).toMatchObject({
    request: { ...post, url: "https://a.example/b" },
  });
});

test.each([301, 302])("after %d other methods are unchanged", (status) => {
  const request = { ...post, method: "DELETE" };
  expect(redirectOf(head(status, "/b"), request)).toMatchObject({ request: { method: "DELETE" } });
});

test.each(["https://b.example/", "http://a.example/", "https://a.example:444/", "//b.example"])(
  "what was meant for one origin does not follow to %s",
  (location) => {
    expect(redirectOf(head(308, location), post)).toMatchObject({
      request: {
        headers: [["Content-Type", "application/json"]],
      },
    });
  },
);

test("another origin gets the headers that describe the format, and no others", () => {
  const secret = ["X-API-Key", "Mcp-Session-Id", "Last-Event-ID", "X-Own", "Proxy-Authorization"];
  const plain = ["Accept", "accept-language", "Mcp-Protocol-Version", "mcp-method", "User-Agent"];
  const headers = [...secret, ...plain].map((name) => [name, "x"] as const);
  const elsewhere = redirectOf(head(307, "https://b.example/"), { ...post, headers });
  expect(elsewhere).toMatchObject({ request: { headers: plain.map((name) => [name, "x"]) } });
  expect(redirectOf(head(307, "/b"), { ...post, headers })).toMatchObject({ request: { headers } });
});

test.each(["file:///etc/passwd", "javascript:alert(1)", "http://", "data:,x"])(
  "%s is not followed",
  (location) => {
    expect(redirectOf(head(302, location), post)).toEqual({ kind: "wrong", location });
  },
);
