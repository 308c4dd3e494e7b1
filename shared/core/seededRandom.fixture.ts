/** A reproducible random number generator for tests. */

export interface SeededRandom {
  /** An integer from `low` to `high`, both inclusive. */
  between(low: number, high: number): number;
  pick<T>(choices: readonly T[]): T;
}

/** Creates a generator (mulberry32); the same seed gives the same sequence. */
export function createSeededRandom(seed: number): SeededRandom {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
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
