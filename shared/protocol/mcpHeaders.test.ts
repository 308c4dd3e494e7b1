import { describe, expect, test } from "vitest";
import { decodeHeaderValue, encodeHeaderValue, standardHeaders } from "./mcpHeaders.ts";

describe("a value in a header", () => {
  test.each([
    ["us-west1", "us-west1"],
    ["us west 1", "us west 1"],
    ["", ""],
    ["Hello, 世界", "=?base64?SGVsbG8sIOS4lueVjA==?="],
    [" padded ", "=?base64?IHBhZGRlZCA=?="],
    ["\tindented", "=?base64?CWluZGVudGVk?="],
    ["line1\nline2", "=?base64?bGluZTEKbGluZTI=?="],
    ["=?base64?literal?=", "=?base64?PT9iYXNlNjQ/bGl0ZXJhbD89?="],
    ["=?base64?no end", "=?base64?no end"],
    ["=?BASE64?literal?=", "=?BASE64?literal?="],
  ])("%j goes as %j", (value, header) => {
    expect(encodeHeaderValue(value)).toBe(header);
    expect(decodeHeaderValue(header)).toBe(value);
    expect(new Headers([["x", header]]).get("x")).toBe(header);
  });

  test("invalid base64 cannot be read", () => {
    expect(decodeHeaderValue("=?base64?***?=")).toBeUndefined();
  });
});

describe("the standard headers", () => {
  const version = "io.modelcontextprotocol/protocolVersion";
  const _meta = { [version]: "2026-07-28" };

  test.each([
    ["tools/call", { name: "echo", uri: "no" }, "echo"],
    ["prompts/get", { name: "größe" }, "=?base64?Z3LDtsOfZQ==?="],
    ["resources/read", { uri: "file:///a%20b", name: "no" }, "file:///a%20b"],
    ["tasks/get", { taskId: "t1" }, "t1"],
    ["tools/list", { name: "no" }, undefined],
    ["tools/call", { name: 1 }, undefined],
  ])("of %s with %j name %j", (method, params, name) => {
    expect(
      standardHeaders({ jsonrpc: "2.0", id: 1, method, params: { ...params, _meta } }),
    ).toEqual([
      ["MCP-Protocol-Version", "2026-07-28"],
      ["Mcp-Method", method],
      ...(name === undefined ? [] : [["Mcp-Name", name]]),
    ]);
  });

  test("name no revision if the request names none", () => {
    expect(standardHeaders({ method: "ping" })).toEqual([["Mcp-Method", "ping"]]);
    expect(standardHeaders({ method: "ping", params: { _meta: { [version]: 1 } } })).toEqual([
      ["Mcp-Method", "ping"],
    ]);
  });

  test.each([[undefined], [null], ["text"], [[]], [{ method: 1 }], [{ id: 1, result: {} }]])(
    "are none for %j",
    (message) => expect(standardHeaders(message)).toEqual([]),
  );
});
