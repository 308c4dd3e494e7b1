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

test("no tool is offered that does not say that it only reads, or whose result may hold secrets", () => {
  const reads = { readOnlyHint: true };
  const names = "get-env printenv getenv envVars dump_environment GET_ENV list_secrets readToken";
  for (const name of names.split(" ")) {
    expect(safestTool([tool(name, reads)])).toBeUndefined();
    expect(safestTool([tool(name, reads), tool("get-envelope", reads, ["x"])])?.name).toBe(
      "get-envelope",
    );
  }
  const description = "Returns all environment variables";
  expect(safestTool([{ ...tool("debug", reads), description }])).toBeUndefined();
  expect(safestTool([tool("envision", reads)])?.name).toBe("envision");
  expect(safestTool([tool("a", {}), tool("b", { destructiveHint: false })])).toBeUndefined();
  expect(safestTool([])).toBeUndefined();
});

test("annotations and schemas of a wrong type count as missing", () => {
  const odd = { ...tool("odd", {}), raw: { annotations: 7, inputSchema: "x" } };
  const even = {
    ...tool("even", {}),
    raw: { annotations: { readOnlyHint: true }, inputSchema: 7 },
  };
  expect(safestTool([odd, even])?.name).toBe("even");
});
