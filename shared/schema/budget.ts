/** Limits on the work that one schema may cause where a form is drawn. They count parts, never time, so that the same schema gives the same form everywhere. */

/** What there was too much of. */
export type BudgetPart =
  /** JsonObject in one form. */
  | "fields"
  /** Values to choose from: `enum`, or constants in `anyOf` and `oneOf`. */
  | "options"
  /** Shapes of one value: branches of `anyOf` and `oneOf`. */
  | "variants"
  /** Keywords and names that come together when `$ref` and `allOf` are followed. */
  | "steps";

/** Why a part of a schema is edited as JSON instead of in fields. */
export interface OverBudget {
  readonly code: "budget";
  readonly part: BudgetPart;
  /** How many of the part there are; undefined where counting stopped at the limit. */
  readonly count: number | undefined;
  readonly limit: number;
}

/** JsonObject drawn in one form. */
export const mostFields = 500;
/** Values to choose from in one field. */
export const mostOptions = 1_000;
/** Values to choose from in all fields of one form. */
export const mostOptionsInForm = 10_000;
/** Shapes that one value may have. */
export const mostVariants = 100;
/** Names and values that one flat schema may hold. */
export const mostMembers = 5_000;
/** Steps of following and joining for one schema. */
export const mostSteps = 50_000;
/** The same for everything that a form reads of its schema. */
export const mostStepsInForm = 300_000;
/** Places of a schema document in which the targets of references are looked for. */
export const mostPlaces = 200_000;
/** Places of a value and its schema that are compared to guess the value's shape. */
export const mostGuesses = 5_000;
/** UTF-16 code units of a text that a schema brings along, such as a description. */
export const longestText = 4_000;

/** A count of work that is left. */
export interface Budget {
  /** Takes from it; false once there is nothing left. */
  spend(units: number): boolean;
  /** Whether it would give as much. */
  has(units: number): boolean;
}

/** @param limit how much there is */
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

export function overBudget(part: BudgetPart, limit: number, count?: number): OverBudget {
  return { code: "budget", part, count, limit };
}

/** How many members and items stand directly in the keywords of a schema. */
export function sizeOf(schema: object): number {
  let size = 0;
  for (const value of Object.values(schema)) {
    size += 1;
    if (Array.isArray(value)) size += value.length;
    else if (typeof value === "object" && value !== null) size += Object.keys(value).length;
  }
  return size;
}

/** Cuts a text that a schema brings along. */
export function cutText(text: string, longest: number = longestText): string {
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}
