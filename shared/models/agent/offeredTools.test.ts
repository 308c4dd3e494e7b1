import { expect, test } from "vitest";
import { createApproval, decideApproval, isOutdated } from "./approval.ts";
import { type OfferedTool, offerTools } from "./offeredTools.ts";

const source = (serverId: string, ...definitions: readonly unknown[]) => ({
  serverId,
  serverName: serverId,
  definitions,
});
const names = (tools: readonly OfferedTool[]) => tools.map(({ offeredName }) => offeredName);

test("a name that two servers have is offered with the server's name", () => {
  const tools = offerTools([
    source("one", { name: "search" }, { name: "only" }),
    source("two", { name: "search" }, { name: "one_search" }),
  ]);
  expect(names(tools)).toEqual(["one_search_2", "only", "two_search", "one_search"]);
  expect(tools[0]).toMatchObject({ serverId: "one", name: "search" });
});

test("repeated names, and entries that are no tools, are left out", () => {
  expect(names(offerTools([source("a", { name: "x" }, { name: "x" }, null, { name: 1 })]))).toEqual(
    ["x"],
  );
});

const tool = (annotations?: object) =>
  ({
    offeredName: "t",
    serverId: "a",
    name: "t",
    definition: { name: "t", ...(annotations && { annotations }) },
  }) satisfies OfferedTool;
const none = new Set<string>();
const own = new Set(["a"]);
const foreign = new Set(["a", "b"]);

test.each([
  [{ readOnlyHint: true }, undefined, own, "run"],
  [{ readOnlyHint: true }, "ask", none, "unknown"],
  [{ readOnlyHint: true }, "never", none, "refuse"],
  [{ readOnlyHint: true }, "always", foreign, "foreign-result"],
  [undefined, undefined, none, "unknown"],
  [undefined, "always", own, "run"],
  [undefined, "always", foreign, "foreign-result"],
  [{ destructiveHint: true }, "always", none, "destructive"],
  [{ destructiveHint: true, readOnlyHint: true }, undefined, none, "run"],
] as const)("%j with %s after results of %o: %s", (annotations, mode, results, expected) => {
  const offered = tool(annotations);
  const decision = decideApproval(offered, mode, results, false);
  expect(decision.kind === "ask" ? decision.reason : decision.kind).toBe(expected);
});

test("a tool that was allowed is asked about again when its definition has changed", () => {
  const offered = tool(undefined);
  const changed = { ...offered.definition, description: "Sends it" };
  const allowed = createApproval("always", offered.definition);
  expect(isOutdated(allowed, changed)).toBe(true);
  expect(isOutdated(allowed, offered.definition)).toBe(false);
  const nested: unknown = JSON.parse(`${"[".repeat(20_000)}${"]".repeat(20_000)}`);
  const deep = { ...offered.definition, _meta: { nested } };
  expect(isOutdated(allowed, deep)).toBe(true);
  expect(isOutdated(createApproval("always", deep), deep)).toBe(false);
  const readOnly = tool({ readOnlyHint: true });
  for (const mode of ["always", undefined] as const) {
    const decision = decideApproval(readOnly, mode, none, true);
    expect(decision).toEqual({ kind: "ask", reason: "changed" });
  }
  expect(decideApproval(readOnly, "never", none, true)).toEqual({ kind: "refuse" });
});
