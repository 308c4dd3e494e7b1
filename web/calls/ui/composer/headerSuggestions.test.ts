import { expect, test } from "vitest";
import { completeHeader, headerSuggestions } from "./headerSuggestions.ts";

const call = JSON.stringify({ method: "tools/call", params: { name: "echo" } });
const namesFor = (headers: string) =>
  headerSuggestions(headers, call, "2026-07-28").map(([name]) => name);

test("headers that mirror the message come first", () => {
  expect(headerSuggestions("", call, "2026-07-28").slice(0, 3)).toEqual([
    ["Mcp-Method", "tools/call"],
    ["Mcp-Name", "echo"],
    ["MCP-Protocol-Version", "2026-07-28"],
  ]);
});

test("a partial name is completed, and existing headers are not offered again", () => {
  expect(namesFor("Accept: a\nac")).toEqual([]);
  expect(namesFor("mcp-n")).toEqual(["Mcp-Name"]);
  expect(namesFor("Mcp-Name: x\nmcp-")).toEqual([
    "Mcp-Method",
    "MCP-Protocol-Version",
    "Mcp-Session-Id",
  ]);
  expect(namesFor("Mcp-Name: x")).toEqual([]);
  expect(completeHeader("A: b\nmcp-n", ["Mcp-Name", "echo"])).toBe("A: b\nMcp-Name: echo\n");
});
