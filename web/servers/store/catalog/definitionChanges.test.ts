import { expect, test } from "vitest";
import type { ItemKind } from "../../../view/selection.ts";
import { definitionChanges } from "./definitionChanges.ts";
import { readItem } from "./items.ts";
import type { ListedItems } from "./queries.ts";

const listed = (kind: ItemKind, ...items: readonly object[]): ListedItems =>
  new Map([[kind, items.map((item) => readItem(kind, item))]]);

const add = {
  name: "add",
  inputSchema: {
    type: "object",
    properties: { a: { type: "number" }, b: { type: "number" } },
    required: ["a", "b"],
  },
};

test("reports what was added, removed and changed", () => {
  const after = {
    ...add,
    description: "Adds",
    inputSchema: { ...add.inputSchema, required: ["b"] },
  };
  const changes = definitionChanges(
    listed("tool", add, { name: "old" }),
    listed("tool", after, { name: "new" }),
  );
  expect(changes.map(({ name, change }) => [name, change])).toEqual([
    ["add", "changed"],
    ["new", "added"],
    ["old", "removed"],
  ]);
  expect(changes[0]?.differences).toEqual([
    { type: "REMOVE", path: ["inputSchema", "required", "a"], oldValue: true },
    { type: "CREATE", path: ["description"], value: "Adds" },
  ]);
  expect(changes.map(({ definitions }) => definitions)).toEqual([
    { before: add, after },
    undefined,
    undefined,
  ]);
});

test("another order of items, of members and of `required` is not a change", () => {
  const { properties } = add.inputSchema;
  const same = {
    inputSchema: { required: ["b", "a"], properties, type: "object" },
    name: "add",
  };
  const other = { name: "other" };
  expect(definitionChanges(listed("tool", add, other), listed("tool", other, same))).toEqual([]);
});

test("a list that could not be read on one side is not compared", () => {
  expect(definitionChanges(listed("prompt", { name: "x" }), listed("tool", add))).toEqual([]);
});
