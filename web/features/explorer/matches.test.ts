import { expect, test } from "vitest";
import { readItem } from "../../stores/catalog/items.ts";
import { matches } from "./matches.ts";

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
  ["sky snow", false],
  ["weather.*", false],
])("%j: %s", (filter, answer) => expect(matches(item, filter)).toBe(answer));

test("an item that says nothing of itself matches nothing", () => {
  expect(matches(readItem("tool", null), "a")).toBe(false);
});
