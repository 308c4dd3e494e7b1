import { expect, test } from "vitest";
import { tabsThatFit } from "./Tabs.tsx";

const tabs = [40, 70, 60, 60, 90];

/** The indexes of the tabs that stay in a bar. */
function inBar(room: number, kept: readonly number[]): number[] {
  const fits = tabsThatFit({ tabs, room, more: 80 }, (index) => kept.includes(index));
  return [...tabs.keys()].filter(fits);
}

test("tabs leave the bar from its end, never those that must stay", () => {
  expect(inBar(320, [0])).toEqual([0, 1, 2, 3, 4]);
  // 40 + 70 + 60 leave 80 for the menu
  expect(inBar(319, [0])).toEqual([0, 1, 2, 3]);
  expect(inBar(309, [0])).toEqual([0, 1, 2]);
  expect(inBar(309, [4])).toEqual([0, 1, 4]);
  expect(inBar(100, [2, 4])).toEqual([2, 4]);
});

test("all tabs are in a bar that is not measured or not laid out", () => {
  expect(tabsThatFit(undefined, () => false)(4)).toBe(true);
  expect(inBar(0, [])).toEqual([0, 1, 2, 3, 4]);
});
