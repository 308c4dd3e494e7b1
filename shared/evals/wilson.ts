/** The interval of a rate that was measured with few repeats. */

export interface Interval {
  readonly from: number;
  readonly to: number;
}

/** The quantile of the normal distribution for 95 %. */
const z = 1.96;

/**
 * The range in which the true rate lies with 95 % confidence.
 * @param passed of `count` runs
 * @see https://en.wikipedia.org/wiki/Binomial_proportion_confidence_interval#Wilson_score_interval
 */
export function wilsonInterval(passed: number, count: number): Interval {
  if (count === 0) return { from: 0, to: 1 };
  const rate = passed / count;
  const base = 1 + z ** 2 / count;
  const centre = (rate + z ** 2 / (2 * count)) / base;
  const half = (z * Math.sqrt((rate * (1 - rate)) / count + z ** 2 / (4 * count ** 2))) / base;
  return { from: Math.max(0, centre - half), to: Math.min(1, centre + half) };
}

/** Whether two rates differ as far as their intervals tell. */
function intervalsPart(one: Interval, other: Interval): boolean {
  return one.to < other.from || other.to < one.from;
}

/** How many of some runs passed. */
export interface Passed {
  readonly passed: number;
  readonly count: number;
}

/**
 * Whether a rate has changed, as far as the intervals tell.
 * @returns `unknown` for rates that differ with intervals that do not part, and without runs
 */
export function compareRates(
  before: Passed,
  after: Passed,
): "better" | "worse" | "same" | "unknown" {
  if (before.count === 0 || after.count === 0) return "unknown";
  const intervals = [before, after].map(({ passed, count }) => wilsonInterval(passed, count));
  const [one, other] = intervals as [Interval, Interval];
  const change = after.passed / after.count - before.passed / before.count;
  if (intervalsPart(one, other)) return change > 0 ? "better" : "worse";
  return change === 0 ? "same" : "unknown";
}

/** Runs below which a rate says little. */
export const fewRuns = 5;
