import { expect, test } from "vitest";
import { lifetimesWithin } from "./lifetimes.ts";

const day = 86_400;
const idsWithin = (most: number) => lifetimesWithin(most).map(({ id }) => id);

test("no time is offered beyond what the relay keeps", () => {
  expect(idsWithin(60)).toEqual([]);
  expect(idsWithin(7 * day)).toEqual(["1h", "1d", "7d"]);
  expect(idsWithin(30 * day)).toEqual(["1h", "1d", "7d", "30d"]);
});

test("a relay that keeps recordings longer than usual can keep one for its team", () => {
  expect(lifetimesWithin(365 * day).at(-1)).toEqual({
    id: "team",
    label: "Keep for the team (365 days)",
    seconds: 365 * day,
  });
});
