/** Prints one line of benchmark output. */

export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: "MiB" | "elements" | "fps" | "kB" | "ms" | "requests" | "score";
  /** The value of the same work without our code, in the same unit and run. */
  readonly baseline?: number;
  /** `value / baseline`. */
  readonly ratio?: number;
  /** The goal for the ratio if there is one, otherwise for the value. */
  readonly goal: string;
}

/** Compares a figure with its baseline. */
export function compared(name: string, value: number, baseline: number, goal: string): Figure {
  return {
    name,
    value: round(value),
    unit: "ms",
    baseline: round(baseline),
    ratio: round(value / baseline),
    goal,
  };
}

/** Rounds to two decimals. */
export function round(value: number): number {
  return Math.round(value * 100) / 100;
}

/** The median of an odd number of values. */
export function median(values: readonly number[]): number {
  const middle = [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
  if (middle === undefined) throw new RangeError("No figures");
  return middle;
}
