import { expect, test } from "vitest";
import { definitionTokens } from "./tokens.ts";

test("only members that clients pass on count", () => {
  const definition = { name: "a", description: "b", inputSchema: { type: "object" } };
  const all = { ...definition, outputSchema: { type: "object" }, annotations: {} };
  expect(definitionTokens(all)).toBe(Math.ceil(JSON.stringify(definition).length / 4));
});

test("a definition of any depth is measured", () => {
  const levels = 50_000;
  const text = `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`;
  const tokens = definitionTokens({ inputSchema: JSON.parse(text) });
  expect(tokens).toBeGreaterThan(text.length / 4);
  expect(tokens).toBeLessThan(text.length / 2);
});
