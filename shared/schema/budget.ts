/** Limits the work that one schema causes in a form; counts parts, not time, so that the result is deterministic. */

/** The part that exceeded its limit. */
type BudgetPart =
  | "fields"
  /** Values to choose from: `enum`, or constants in `anyOf` and `oneOf`. */
  | "options"
  /** Shapes of one value: branches of `anyOf` and `oneOf`. */
  | "variants"
  /** Keywords and names that are merged when `$ref` and `allOf` are resolved. */
  | "steps";

/** Why a part of a schema is edited as JSON instead of in fields. */
export interface OverBudget {
  readonly code: "budget";
  readonly part: BudgetPart;
  /** How many of the part there are; undefined if counting stopped at the limit. */
  readonly count: number | undefined;
  readonly limit: number;
}

export const maxFields = 500;
/** Values to choose from in one field. */
export const maxOptions = 1_000;
/** Values to choose from in all fields of one form. */
export const maxOptionsInForm = 10_000;
/** Shapes that one value may have. */
export const maxVariants = 100;
/** Names and values in one flat schema. */
export const maxMembers = 5_000;
/** Steps of resolving and merging for one schema. */
export const maxSteps = 50_000;
export const maxStepsInForm = 300_000;
/** Places of a schema document in which the targets of references are looked for. */
export const maxPlaces = 200_000;
/** Places of a value and its schema that are compared to guess the value's shape. */
export const maxGuesses = 5_000;

/** A counter of remaining work. */
export interface Budget {
  /** Spends units; returns false once the budget is exceeded. */
  spend(units: number): boolean;
  /** Whether that many units are left. */
  has(units: number): boolean;
}

/** @param limit units of work */
export function createBudget(limit: number): Budget {
  let left = limit;
  return {
    spend(units) {
      left -= units;
      return left >= 0;
    },
    has: (units) => left >= units,
  };
}

/**
 * Describes an exceeded limit.
 * @param count how many there are, if it was counted
 */
export function overBudget(part: BudgetPart, limit: number, count?: number): OverBudget {
  return { code: "budget", part, count, limit };
}

/** Number of members and items directly in the keywords of a schema. */
export function schemaSize(schema: object): number {
  let size = 0;
  for (const value of Object.values(schema)) {
    size += 1;
    if (Array.isArray(value)) size += value.length;
    else if (typeof value === "object" && value !== null) size += Object.keys(value).length;
  }
  return size;
}
