import { expect, test } from "vitest";
import { originOfAddress, originOfTarget } from "./routes.ts";

test("servers share connections with those of the same origin, and not of the same host only", () => {
  const at = (url: string) => originOfTarget({ kind: "http", url });
  expect(at("https://mcp.example.com/a")).toBe(at("https://mcp.example.com:443/b"));
  expect(at("http://mcp.example.com/a")).not.toBe(at("https://mcp.example.com/a"));
  expect(originOfTarget({ kind: "stdio", command: "node", args: [] })).toBeUndefined();
});

test("a command in the address bar has no origin", () => {
  expect(originOfAddress("https://mcp.example.com/mcp")).toBe("https://mcp.example.com");
  expect(originOfAddress("node server.js")).toBeUndefined();
});
