/** Prints one line of benchmark output. */

export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: "MiB" | "elements" | "fps" | "kB" | "ms" | "requests" | "score";
  /** What the same work takes without us, in the same unit and the same run. */
  readonly baseline?: number;
  /** `value / baseline`. */
  readonly ratio?: number;
  /** What the figure should be: of the ratio where there is one, else of the value. */
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

/** Two digits after the point. */
export function round(value: number): number {
  return Math.round(value * 100) / 100;
}

/** The middle of an odd number of figures. */
export function median(values: readonly number[]): number {
  const middle = [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
  if (middle === undefined) throw new RangeError("No figures");
  return middle;
}
