/** Summarizes durations: percentiles and a histogram. */

interface LatencySummary {
  readonly count: number;
  readonly min: number;
  readonly p50: number;
  readonly p90: number;
  readonly p99: number;
  readonly max: number;
  readonly mean: number;
}

/** @param times milliseconds, at least one */
export function summarize(times: readonly number[]): LatencySummary {
  const sorted = times.toSorted((one, other) => one - other);
  /** The nearest rank: a measured duration, never an interpolated one. */
  const percentile = (share: number) =>
    sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
  return {
    count: sorted.length,
    min: percentile(0),
    p50: percentile(0.5),
    p90: percentile(0.9),
    p99: percentile(0.99),
    max: percentile(1),
    mean: sorted.reduce((sum, ms) => sum + ms, 0) / sorted.length,
  };
}

interface HistogramBin {
  /** Milliseconds; `to` is exclusive except in the last bin. */
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

/** Bins of equal width from the shortest to the longest duration. */
export function histogram(times: readonly number[], bins: number): readonly HistogramBin[] {
  const [min, max] = [Math.min(...times), Math.max(...times)];
  const width = (max - min) / bins || 1;
  const counts = new Array<number>(bins).fill(0);
  for (const ms of times) {
    const bin = Math.min(bins - 1, Math.floor((ms - min) / width));
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  return counts.map((count, at) => ({
    from: min + at * width,
    to: min + (at + 1) * width,
    count,
  }));
}
