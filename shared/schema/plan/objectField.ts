/** Plans the field of an object: declared, missing and other properties. */

import type { JsonNode } from "../../core/json/jsonText.ts";
import { createBudget, maxFields, overBudget } from "../budget.ts";
import { entriesOf, keyword, requiredOf } from "../schemaObject.ts";
import type { Field } from "./field.ts";
import { type FlatSlot, noTrail, type PlanContext } from "./planContext.ts";
import { overBudgetField } from "./scalarField.ts";

/** Maximum number of name patterns that are tried. */
const maxPatterns = 50;
/** Maximum length of a pattern and of a name that are compared, in UTF-16 code units. */
const maxPatternLength = 200;
/** Steps of comparing one name with patterns; those that are left are not tried. */
const maxPatternSteps = 1_000_000;

/** @param node the value; undefined if it is absent or null */
export function objectField(
  context: PlanContext,
  { slot, flat, base }: FlatSlot,
  node: Extract<JsonNode, { kind: "object" }> | undefined,
): Field {
  const declared = entriesOf(flat, "properties");
  const names = new Set(declared.map(([name]) => name));
  const required = new Set(requiredOf(flat));
  const members = new Map(node?.members.map((member) => [member.key, member.value]));
  const isRoot = slot.path.length === 0;
  const open =
    node !== undefined ||
    isRoot ||
    (slot.required && slot.node === undefined && !slot.trail.has(flat));
  const trail = node || !open ? noTrail : new Set(slot.trail).add(flat);
  const additional =
    keyword(flat, "additionalProperties") ?? keyword(flat, "unevaluatedProperties");
  const patterns = entriesOf(flat, "patternProperties").slice(0, maxPatterns);
  const missing = [...required].filter((name) => !names.has(name) && !members.has(name));
  const child = (name: string, raw: unknown, undeclared: boolean, renamable = false) =>
    context.fieldOf({
      raw,
      node: members.get(name),
      path: [...slot.path, name],
      name,
      required: required.has(name),
      omittable: true,
      undeclared,
      renamable,
      trail,
    });
  const others = [...members.keys()].filter((name) => !names.has(name));
  const count = declared.length + missing.length + others.length;
  if (open && count > maxFields)
    return overBudgetField(base, overBudget("fields", maxFields, count));
  const excess = open ? context.spend("fields", count, maxFields) : undefined;
  if (excess) return overBudgetField(base, excess);
  const fields = open
    ? [
        ...declared.map(([name, raw]) => child(name, raw, false)),
        ...missing.map((name) => child(name, additional === false ? true : additional, false)),
        ...others.map((name) => {
          const pattern = patternOf(name, patterns);
          const raw = pattern ? pattern[1] : additional === false ? true : additional;
          return child(
            name,
            raw,
            pattern === undefined && (additional === undefined || additional === false),
            !required.has(name),
          );
        }),
      ]
    : [];
  const invites = additional !== undefined ? additional !== false : declared.length === 0;
  return {
    ...base,
    kind: "object",
    fields,
    open,
    get startText() {
      return context.starts.ofShape(flat, undefined, "") ?? "{}";
    },
    extensible: open && (invites || patterns.length > 0),
    get newText() {
      return context.starts.ofItem(patterns[0]?.[1] ?? (additional === false ? true : additional));
    },
  };
}

/**
 * The first pattern that matches a name. Only patterns that cannot take long are tried here: short
 * ones with at most two repetitions, none of them of a group or of a reference; others are left to
 * the worker.
 */
function patternOf<T extends readonly [source: string, ...unknown[]]>(
  name: string,
  patterns: readonly T[],
): T | undefined {
  const budget = createBudget(maxPatternSteps);
  return patterns.find(([source]) => {
    const repetitions = (source.match(/[*+?{]/g) ?? []).length;
    if (source.length > maxPatternLength || name.length > maxPatternLength) return false;
    if (repetitions > 2 || /\)[*+{?]|\\[1-9k]/.test(source)) return false;
    // from each character, each repetition may end at each later one
    return budget.spend(name.length ** (1 + repetitions)) && matches(source, name);
  });
}

function matches(pattern: string, name: string): boolean {
  try {
    return new RegExp(pattern, "u").test(name);
  } catch {
    return false;
  }
}
