/** Chooses the configured model that matches a server's preferences best, with the reasons. */
import { isJsonObject } from "../core/json/jsonObject.ts";

export type Priority = "cost" | "speed" | "intelligence";

/** The user's ratings of a model, each from 0 to 1. A cheap model has a high `cost`. */
export type Ratings = Readonly<Record<Priority, number>>;

interface ModelChoice {
  /** The model's name at its provider, which hints are compared with. */
  readonly model: string;
  /** Names of other models that it replaces, which hints are compared with too. */
  readonly standsInFor?: readonly string[];
  /** A missing rating counts as 0.5. */
  readonly ratings?: Partial<Ratings>;
}

export type ChoiceReason =
  /** The first hint that any model matches. */
  | {
      readonly code: "hint";
      readonly hint: string;
      readonly index: number;
      /** The name that contains the hint. */
      readonly name: string;
      readonly matches: number;
    }
  /** An earlier hint that no model matches. */
  | { readonly code: "hint-without-match"; readonly hint: string; readonly index: number }
  /** The priorities decided among several models: the best score, from 0 to 1. */
  | {
      readonly code: "priorities";
      readonly score: number;
      readonly parts: readonly {
        readonly priority: Priority;
        readonly weight: number;
        readonly rating: number;
      }[];
    }
  /** Nothing distinguishes the models: the first in the list. */
  | { readonly code: "first" }
  | { readonly code: "only-model" };

interface RankedChoice<T> {
  /** Undefined where no model is configured. */
  readonly chosen: T | undefined;
  readonly reasons: readonly ChoiceReason[];
  /** All models, best first, with their scores; those that match the deciding hint come first. */
  readonly ranking: readonly {
    readonly model: T;
    readonly score: number;
    readonly matchesHint: boolean;
  }[];
}

const priorities: readonly Priority[] = ["cost", "speed", "intelligence"];

/** Further hints are ignored: a server decides how many there are. */
const maximumHints = 100;

/**
 * Chooses a model: the first hint that is part of a model's name decides, regardless of case; the
 * priorities decide among several that match, or among all where none matches.
 * @param preferences `modelPreferences` of the request, as received
 * @param models in the user's order
 * @see https://modelcontextprotocol.io/specification/2025-11-25/client/sampling#model-preferences
 */
export function chooseModel<T extends ModelChoice>(
  preferences: unknown,
  models: readonly T[],
): RankedChoice<T> {
  const given = isJsonObject(preferences) ? preferences : {};
  const reasons: ChoiceReason[] = [];
  const matching = matchHints(given.hints, models, reasons);
  const parts = priorities.flatMap((priority) => {
    const weight = given[`${priority}Priority`];
    return typeof weight === "number" && weight > 0
      ? [{ priority, weight: Math.min(weight, 1) }]
      : [];
  });
  const total = parts.reduce((sum, { weight }) => sum + weight, 0);
  const rated = (model: T) =>
    parts.map((part) => ({ ...part, rating: model.ratings?.[part.priority] ?? 0.5 }));
  const scored = models.map((model) => {
    const sum = rated(model).reduce((all, { weight, rating }) => all + weight * rating, 0);
    return { model, score: total > 0 ? sum / total : 0.5, matchesHint: matching.has(model) };
  });
  // sorting is stable: models that are equal stay in the user's order
  const ranking = scored.toSorted(
    (one, other) => Number(other.matchesHint) - Number(one.matchesHint) || other.score - one.score,
  );
  const [first] = ranking;
  if (!first) return { chosen: undefined, reasons, ranking };
  const candidates = matching.size > 0 ? matching.size : models.length;
  if (models.length === 1) reasons.push({ code: "only-model" });
  else if (candidates > 1 && parts.length > 0) {
    reasons.push({ code: "priorities", score: first.score, parts: rated(first.model) });
  } else if (candidates > 1) reasons.push({ code: "first" });
  return { chosen: first.model, reasons, ranking };
}

/** The models that the first matching hint matches; none if no hint does. */
function matchHints<T extends ModelChoice>(
  hints: unknown,
  models: readonly T[],
  reasons: ChoiceReason[],
): ReadonlySet<T> {
  const list: readonly unknown[] = Array.isArray(hints) ? hints.slice(0, maximumHints) : [];
  for (const [index, entry] of list.entries()) {
    const hint = isJsonObject(entry) ? entry.name : undefined;
    if (typeof hint !== "string" || hint === "") continue;
    const found = models.flatMap((model) => {
      const names = [model.model, ...(model.standsInFor ?? [])];
      const name = names.find((one) => one.toLowerCase().includes(hint.toLowerCase()));
      return name === undefined ? [] : [{ model, name }];
    });
    const [first] = found;
    if (first) {
      reasons.push({ code: "hint", hint, index, name: first.name, matches: found.length });
      return new Set(found.map(({ model }) => model));
    }
    reasons.push({ code: "hint-without-match", hint, index });
  }
  return new Set();
}
