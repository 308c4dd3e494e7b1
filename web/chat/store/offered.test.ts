import { expect, test } from "vitest";
import { exampleMessages } from "./exampleMessages.ts";
import { tickedTools } from "./offered.ts";

const readOnly = { readOnlyHint: true };
const source = (serverId: string, ...names: readonly string[]) => ({
  serverId,
  serverName: serverId,
  definitions: names.map((name) => ({ name })),
});
const names = (...args: Parameters<typeof tickedTools>) => tickedTools(...args).map((t) => t.name);

test("a server cannot add to the tools that the user has ticked", () => {
  const before = [source("one", "a", "b"), source("two", "c")];
  const after = [source("one", "a", "b", "new"), source("two", "c", "newer")];
  expect(names(before)).toEqual(["a", "b", "c"]);
  expect(names(after, { one: ["a"] })).toEqual(["a", "c", "newer"]);
  expect(names(after, { one: [], two: ["c"] })).toEqual(["c"]);
});

test("names of servers and tools do not reach what all objects have", () => {
  expect(names([source("constructor", "a")], {})).toEqual(["a"]);
});

test("examples are short messages for tools that only read", () => {
  const tool = (name: string, properties: object, more: object = { annotations: readOnly }) => ({
    name,
    inputSchema: { type: "object", properties, required: Object.keys(properties) },
    ...more,
  });
  const [number, string] = [{ type: "number" }, { type: "string" }];
  const definitions = [
    tool("wipe", {}, {}),
    tool("add", { a: number, b: number }),
    tool("say_it", { text: string }),
    tool("on", { date: { type: "string", format: "date" } }),
    tool("deep", { value: { type: "object" } }),
    tool("long", {}, { annotations: readOnly, title: "x".repeat(100) }),
    tool("pick", { color: { enum: ["red", "blue"] } }),
    tool("fourth", {}),
  ];
  const tools = tickedTools([{ serverId: "s", serverName: "s", definitions }]);
  const first = ["add: 2 and 40", 'say it: "hello"', "pick: red"];
  expect(exampleMessages(tools, undefined)).toEqual(first);
  const mine = [
    tool("break", {}, { annotations: { destructiveHint: true } }),
    tool("silent", {}, {}),
    tool("mine", {}),
  ];
  const active = { serverId: "t", serverName: "t", definitions: mine };
  const both = tickedTools([{ serverId: "s", serverName: "s", definitions }, active]);
  expect(exampleMessages(both, "t")).toEqual(["mine", "silent", ...first.slice(0, 1)]);
});
