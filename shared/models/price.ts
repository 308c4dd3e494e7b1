/** Computes what a generation costs from prices that the user entered. */
import type { Usage } from "./model.ts";

/** The price of a model, in any currency. A part that is undefined is not known, which is not 0. */
export interface Price {
  /** For a million tokens of requests. */
  readonly inputPerMillion?: number | undefined;
  /** For a million tokens of replies. */
  readonly outputPerMillion?: number | undefined;
}

/**
 * Prices by the model's name, entered by the user. There are no defaults, because prices change.
 */
type PriceTable = Readonly<Record<string, Price>>;

/**
 * Finds the price of a model: by its exact name, else by the longest name that it begins with, as
 * `model-1` for `model-1-2026-10-01`.
 */
export function findPrice(prices: PriceTable, model: string): Price | undefined {
  if (Object.hasOwn(prices, model)) return prices[model];
  const names = Object.keys(prices).filter((name) => name !== "" && model.startsWith(name));
  const longest = names.toSorted((one, other) => other.length - one.length)[0];
  return longest === undefined ? undefined : prices[longest];
}

/**
 * Computes a cost.
 * @returns in the currency of the price; undefined if price or tokens are unknown
 */
export function costOf(usage: Usage, price: Price | undefined): number | undefined {
  const { inputTokens, outputTokens } = usage;
  if (!price) return undefined;
  const { inputPerMillion, outputPerMillion } = price;
  const input = costOfPart(inputTokens, inputPerMillion);
  const output = costOfPart(outputTokens, outputPerMillion);
  return input === undefined || output === undefined ? undefined : input + output;
}

/** The cost of tokens of one kind; none cost nothing, also at an unknown price. */
function costOfPart(tokens: number | undefined, perMillion: number | undefined) {
  if (tokens === undefined) return undefined;
  if (tokens === 0) return 0;
  return perMillion === undefined ? undefined : (tokens * perMillion) / 1e6;
}
