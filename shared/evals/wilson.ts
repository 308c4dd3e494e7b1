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
export function intervalsPart(one: Interval, other: Interval): boolean {
  return one.to < other.from || other.to < one.from;
}

/** Runs below which a rate says little. */
export const fewRuns = 5;
