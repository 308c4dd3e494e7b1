import { expect, test } from "vitest";
import { changeText } from "./changeMessages.ts";

const schema = "inputSchema";

test.each([
  [
    { type: "CREATE", path: [schema, "properties", "b"], value: { type: "number" } },
    "New argument b (number)",
  ],
  [{ type: "CREATE", path: [schema, "properties", "b"], value: true }, "New argument b"],
  [{ type: "REMOVE", path: [schema, "properties", "b"], oldValue: {} }, "Argument b was removed"],
  [{ type: "CREATE", path: [schema, "required", "b"], value: true }, "b is now required"],
  [
    { type: "CREATE", path: [schema, "required"], value: { a: true, b: true } },
    "a, b are now required",
  ],
  [{ type: "REMOVE", path: [schema, "required", "b"], oldValue: true }, "b is no longer required"],
  [
    { type: "CHANGE", path: [schema, "properties", "b", "enum", 0], oldValue: "x", value: "y" },
    'inputSchema.properties.b.enum[0]: "x" → "y"',
  ],
  [{ type: "CREATE", path: ["description"], value: "Adds" }, 'description was added: "Adds"'],
  [{ type: "REMOVE", path: ["title"], oldValue: "Add" }, 'title was removed: "Add"'],
] as const)("%j", (difference, words) => {
  expect(changeText({ ...difference, path: [...difference.path] })).toBe(words);
});

test("long text is truncated", () => {
  const words = changeText({ type: "CREATE", path: ["description"], value: "x".repeat(1000) });
  expect(words.length).toBeLessThan(160);
});
