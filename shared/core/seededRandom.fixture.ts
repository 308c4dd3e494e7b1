/** A reproducible random number generator for tests. */
import { createRandom } from "./seededRandom.ts";

export interface SeededRandom {
  /** An integer from `low` to `high`, both inclusive. */
  between(low: number, high: number): number;
  pick<T>(choices: readonly T[]): T;
}

/** Creates a generator; the same seed gives the same sequence. */
export function createSeededRandom(seed: number): SeededRandom {
  const next = createRandom(seed);
  const between = (low: number, high: number) => low + Math.floor(next() * (high - low + 1));
  return {
    between,
    pick<T>(choices: readonly T[]): T {
      const index = between(0, choices.length - 1);
      if (index >= choices.length) throw new RangeError("Nothing to pick from");
      return choices[index] as T;
    },
  };
}
