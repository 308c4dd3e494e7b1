import { expect, test } from "vitest";
import { tickedTools } from "./offered.ts";

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
