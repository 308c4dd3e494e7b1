import { expect, test } from "vitest";
import { createMemoryStorage } from "../../../platform/memoryStorage.fixture.ts";
import { createDefinitionMemory } from "./definitionMemory.ts";

const tools = (...items: readonly (readonly [string, unknown])[]) => [
  { kind: "tool", items: items.map(([name, raw]) => ({ name, raw })) },
];

test("the next connection gets what was added, changed and removed", () => {
  const storage = createMemoryStorage();
  const memory = createDefinitionMemory(storage, () => 5);
  expect(memory.compare("1", "http://a/", tools(["a", 1], ["b", 1]))).toBeUndefined();
  const next = createDefinitionMemory(storage, () => 9);
  const comparison = {
    since: 5,
    changes: [
      { kind: "tool", name: "b", change: "changed" },
      { kind: "tool", name: "c", change: "added" },
      { kind: "tool", name: "a", change: "removed" },
    ],
  };
  expect(next.compare("2", "http://a/", tools(["b", 2], ["c", 1]))).toEqual(comparison);
  expect(next.compare("2", "http://a/", tools(["b", 2]))).toEqual(comparison);
  expect(next.compare("3", "http://other/", tools())).toBeUndefined();
});

test("definitions of any depth are compared", () => {
  const deep = (end: string) => JSON.parse(`${"[".repeat(50_000)}${end}${"]".repeat(50_000)}`);
  const memory = createDefinitionMemory(createMemoryStorage(), () => 5);
  memory.compare("1", "http://a/", tools(["a", deep("1")]));
  expect(memory.compare("2", "http://a/", tools(["a", deep("1")]))?.changes).toEqual([]);
});

test.each(["1", "[1]", '[["a",{"at":1,"kinds":{"tool":[1]}}]]', "{"])(
  "stored %s counts as nothing",
  (text) => {
    const storage = createMemoryStorage(new Map([["mcp-playground.definitions", text]]));
    const memory = createDefinitionMemory(storage, () => 5);
    expect(memory.compare("1", "a", tools())).toBeUndefined();
  },
);
