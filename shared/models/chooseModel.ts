/** Chooses the configured model that matches a server's hints, with the reasons. */
import { isJsonObject } from "../core/json/jsonObject.ts";

export type ChoiceReason =
  /** The first hint that any model matches; `name` contains it. */
  | {
      readonly code: "hint";
      readonly hint: string;
      readonly name: string;
      readonly matches: number;
    }
  /** An earlier hint that no model matches. */
  | { readonly code: "hint-without-match"; readonly hint: string }
  /** Nothing distinguishes the models: the first in the list. */
  | { readonly code: "first" }
  | { readonly code: "only-model" };

interface ModelChoice<T> {
  /** Undefined where no model is configured. */
  readonly chosen: T | undefined;
  readonly reasons: readonly ChoiceReason[];
}

/** Further hints are ignored: a server decides how many there are. */
const maximumHints = 100;

/**
 * Chooses a model: the first hint that is part of a model's name decides, regardless of case, else
 * the user's order. Priorities are numbers of the server alone, and choose nothing.
 * @param preferences `modelPreferences` of the request, as received
 * @param models in the user's order, with their names at their providers
 * @see https://modelcontextprotocol.io/specification/2025-11-25/client/sampling#model-preferences
 */
export function chooseModel<T extends { readonly model: string }>(
  preferences: unknown,
  models: readonly T[],
): ModelChoice<T> {
  const reasons: ChoiceReason[] = [];
  const { hints } = isJsonObject(preferences) ? preferences : {};
  const list: readonly unknown[] = Array.isArray(hints) ? hints.slice(0, maximumHints) : [];
  let matching = models;
  for (const entry of list) {
    const hint = isJsonObject(entry) ? entry.name : undefined;
    if (typeof hint !== "string" || hint === "") continue;
    const found = models.filter(({ model }) => model.toLowerCase().includes(hint.toLowerCase()));
    const [first] = found;
    if (first) {
      reasons.push({ code: "hint", hint, name: first.model, matches: found.length });
      matching = found;
      break;
    }
    reasons.push({ code: "hint-without-match", hint });
  }
  if (models.length === 1) reasons.push({ code: "only-model" });
  else if (matching.length > 1) reasons.push({ code: "first" });
  return { chosen: matching[0], reasons };
}
