import { expect, test } from "vitest";
import { type TaskSupport, taskMethodsOf, taskParamText, taskSupportOf } from "./taskSupport.ts";

const able = { tasks: { requests: { tools: { call: {} } } } };
const tool = (taskSupport?: unknown) => ({ name: "t", execution: { taskSupport } });

const rows: readonly (readonly [
  what: string,
  revision: string,
  capabilities: Record<string, unknown>,
  tool: unknown,
  support: TaskSupport,
])[] = [
  ["required", "2025-11-25", able, tool("required"), "required"],
  ["optional", "2025-11-25", able, tool("optional"), "optional"],
  ["forbidden", "2025-11-25", able, tool("forbidden"), "no"],
  ["an unknown value", "2025-11-25", able, tool("sometimes"), "no"],
  ["no word", "2025-11-25", able, tool(), "no"],
  ["no execution", "2025-11-25", able, { name: "t" }, "no"],
  ["an invalid execution", "2025-11-25", able, { execution: "required" }, "no"],
  ["no tool at all", "2025-11-25", able, undefined, "no"],
  ["a server without tasks", "2025-11-25", { tools: {} }, tool("required"), "no"],
  ["tasks of other requests", "2025-11-25", { tasks: { requests: {} } }, tool("required"), "no"],
  ["tasks but no requests", "2025-11-25", { tasks: { list: {} } }, tool("required"), "no"],
  [
    "tasks of tools that cannot be called as one",
    "2025-11-25",
    { tasks: { requests: { tools: {} } } },
    tool("required"),
    "no",
  ],
  ["invalid capabilities", "2025-11-25", { tasks: true }, tool("required"), "no"],
  ["a revision before tasks", "2025-06-18", able, tool("required"), "no"],
  ["the first revision", "2024-11-05", able, tool("required"), "no"],
  ["the modern era", "2026-07-28", able, tool("required"), "no"],
];

test.each(rows)("%s at %s", (_what, revision, capabilities, listed, support) => {
  expect(taskSupportOf(listed, { revision, capabilities })).toBe(support);
});

test("the parameter has a time to live, or none", () => {
  expect(taskParamText()).toBe("{}");
  expect(taskParamText(60_000)).toBe('{"ttl":60000}');
});

const both = { tasks: { list: {}, cancel: {} } };
const extension = { extensions: { "io.modelcontextprotocol/tasks": {} } };

test.each([
  ["2025-11-25", both, { canList: true, canCancel: true, resultMethod: "tasks/result" }],
  ["2025-11-25", able, { canList: false, canCancel: false, resultMethod: "tasks/result" }],
  ["2025-11-25", { tasks: true }, undefined],
  ["2025-11-25", extension, undefined],
  ["2025-06-18", both, undefined],
  ["2026-07-28", both, undefined],
  ["2026-07-28", extension, { canList: false, canCancel: true, resultMethod: "tasks/get" }],
])("at %s, %j declares %j", (revision, capabilities, methods) => {
  expect(taskMethodsOf({ revision, capabilities })).toEqual(methods);
});
