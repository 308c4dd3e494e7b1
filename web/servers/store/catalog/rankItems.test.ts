import { expect, test } from "vitest";
import { prepareQuery } from "../../../../shared/core/text/fuzzyMatch.ts";
import { readItem } from "./items.ts";
import { rankItems, scoreItem } from "./rankItems.ts";

const item = readItem("tool", {
  name: "get-weather",
  title: "Weather Report",
  description: "Tells what the SKY does",
});

test.each([
  ["weather", true],
  ["GET-", true],
  ["report sky", true],
  ["sky  report ", true],
  ["", true],
  ["gw", true],
  ["wthr", true],
  ["sky snow", false],
  ["weather.*", false],
  // a description has too many letters to match scattered ones
  ["skds", false],
])("%j: %s", (filter, answer) => {
  expect(scoreItem(item, prepareQuery(filter)) !== undefined).toBe(answer);
});

test("an item without names and description matches nothing", () => {
  expect(scoreItem(readItem("tool", null), prepareQuery("a"))).toBeUndefined();
});

test("names come before titles' middles, and both before descriptions", () => {
  const tools = [
    { name: "list", description: "Lists every issue" },
    { name: "a", title: "Reissue" },
    { name: "issue-create" },
    { name: "create-issue" },
    { name: "issue" },
  ].map((raw) => readItem("tool", raw));
  expect(rankItems(tools, prepareQuery("issue")).map(({ name }) => name)).toEqual([
    "issue",
    "issue-create",
    "create-issue",
    "a",
    "list",
  ]);
});

test("items of equal rank keep the order of the server", () => {
  const tools = ["b-one", "a-one", "c-one"].map((name) => readItem("tool", { name }));
  expect(rankItems(tools, prepareQuery("one")).map(({ name }) => name)).toEqual([
    "b-one",
    "a-one",
    "c-one",
  ]);
});
