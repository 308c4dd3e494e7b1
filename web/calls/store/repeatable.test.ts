import { expect, test } from "vitest";
import type { Item } from "../../servers/store/catalog/items.ts";
import { checkRepeat } from "./repeatable.ts";

const tool = (name: string, annotations?: object): Item => ({
  kind: "tool",
  name,
  label: name,
  detail: undefined,
  title: undefined,
  description: undefined,
  raw: { name, ...(annotations ? { annotations } : {}) },
});

const tools = [
  tool("plain"),
  tool("odd", { readOnlyHint: "true" }),
  tool("gentle", { destructiveHint: false }),
  tool("reads", { readOnlyHint: true }),
  tool("same", { idempotentHint: true }),
  tool("drops", { destructiveHint: true, idempotentHint: true }),
];

const call = (name: string) =>
  JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name } });

test.each([
  ["reads", "safe"],
  ["same", "safe"],
  ["plain", "unsafe"],
  ["odd", "unsafe"],
  ["gentle", "unsafe"],
  ["drops", "unsafe"],
  ["not listed", "unsafe"],
])("%s is %s", (name, kind) => {
  expect(checkRepeat(call(name), tools, []).kind).toBe(kind);
});

test("a choice applies to its own tool only", () => {
  expect(checkRepeat(call("plain"), tools, ["plain"])).toEqual({ kind: "chosen", tool: "plain" });
  expect(checkRepeat(call("drops"), tools, ["plain"])).toEqual({
    kind: "unsafe",
    tool: "drops",
    isDestructive: true,
  });
});

test.each([
  ['{"method":"resources/read","params":{"uri":"a:"}}', "safe"],
  ['{"method":"prompts/get","params":{"name":"p"}}', "safe"],
  ['{"method":"tasks/cancel","params":{}}', "unknown"],
  ['{"method":"tools/call","params":{"name":7}}', "unknown"],
  [`[${call("reads")},${call("plain")}]`, "unknown"],
  ["nonsense", "unknown"],
  ['{"method":"tools/call","params":{"name":"drops","name":"reads"}}', "unknown"],
  ['{"method":"tasks/cancel","method":"resources/read","params":{}}', "unknown"],
])("%s is %s", (text, kind) => {
  expect(checkRepeat(text, tools, []).kind).toBe(kind);
});
