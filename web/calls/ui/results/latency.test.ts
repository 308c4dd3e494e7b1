import { expect, test } from "vitest";
import { histogram, summarize } from "./latency.ts";

test("percentiles are measured durations", () => {
  const times = Array.from({ length: 100 }, (_, index) => 100 - index);
  expect(summarize(times)).toEqual({
    count: 100,
    min: 1,
    p50: 50,
    p90: 90,
    p99: 99,
    max: 100,
    mean: 50.5,
  });
  expect(summarize([7])).toMatchObject({ min: 7, p50: 7, p99: 7, max: 7, mean: 7 });
});

test("every duration is in one bin, even if all are equal", () => {
  const bins = histogram([1, 2, 2.5, 10], 3);
  expect(bins.map(({ from, to, count }) => [from, to, count])).toEqual([
    [1, 4, 3],
    [4, 7, 0],
    [7, 10, 1],
  ]);
  expect(histogram([5, 5, 5], 4).reduce((sum, { count }) => sum + count, 0)).toBe(3);
});
