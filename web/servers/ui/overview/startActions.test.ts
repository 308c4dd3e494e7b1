import { expect, test } from "vitest";
import type { Item } from "../../store/catalog/items.ts";
import { safestTool } from "./startActions.ts";

const tool = (name: string, annotations: object, required: readonly string[] = []): Item => ({
  kind: "tool",
  name,
  label: name,
  detail: undefined,
  title: undefined,
  description: undefined,
  raw: { name, annotations, inputSchema: { type: "object", required } },
});

test("a read-only tool without arguments is tried first, whatever its place", () => {
  const tools = [
    tool("delete", { destructiveHint: true }),
    tool("read", { readOnlyHint: true }, ["path"]),
    tool("self", { readOnlyHint: true }),
    tool("other", { readOnlyHint: true }),
  ];
  expect(safestTool(tools)?.name).toBe("self");
});

test("without read-only tools it is one that says that it destroys nothing", () => {
  const tools = [tool("a", {}), tool("b", { destructiveHint: false }, ["x"])];
  expect(safestTool(tools)?.name).toBe("b");
  expect(safestTool([])).toBeUndefined();
});

test("annotations and schemas of a wrong type count as missing", () => {
  const odd = { ...tool("odd", {}), raw: { annotations: 7, inputSchema: "x" } };
  expect(safestTool([odd, tool("even", {}, ["x"])])?.name).toBe("odd");
});
