/** Plans the field of an array: its items, or a choice of several options. */

import type { JsonNode } from "../../core/json/jsonText.ts";
import { nodeIs } from "../../core/json/sameJson.ts";
import { maxFields, maxOptions, maxOptionsInForm, overBudget } from "../budget.ts";
import { optionsOf, tooManyChoices } from "../prepare/branches.ts";
import { keyword, listOf, numberOf } from "../schemaObject.ts";
import type { Field } from "./field.ts";
import { type FlatSlot, noTrail, type PlanContext } from "./planContext.ts";
import { overBudgetField } from "./scalarField.ts";

/** @param node the value; undefined if it is absent or null */
export function arrayField(
  context: PlanContext,
  { slot, flat, base }: FlatSlot,
  node: Extract<JsonNode, { kind: "array" }> | undefined,
): Field {
  const items = keyword(flat, "items");
  const tuple = Array.isArray(items) ? items : listOf(flat, "prefixItems");
  const rest = Array.isArray(items) ? keyword(flat, "additionalItems") : items;
  const listed =
    tuple.length === 0 && rest !== undefined ? context.reader.read(rest).schema : undefined;
  const options =
    listed && !tooManyChoices(context.reader, listed)
      ? optionsOf(context.reader, listed)
      : undefined;
  const isListed = options && options.length > 1 && options.length <= maxOptions;
  if (isListed && !context.spend("options", options.length, maxOptionsInForm)) {
    const selected = (node?.items ?? []).map((item) =>
      options.findIndex((option) => nodeIs(item, JSON.parse(option.text))),
    );
    if (!selected.includes(-1) && new Set(selected).size === selected.length) {
      return { ...base, kind: "multi", options, selected };
    }
  }
  const schemaAt = (index: number): unknown => (index < tuple.length ? tuple[index] : rest);
  const length = node?.items.length ?? 0;
  const excess =
    length > maxFields
      ? overBudget("fields", maxFields, length)
      : context.spend("fields", length, maxFields);
  if (excess) return overBudgetField(base, excess);
  return {
    ...base,
    kind: "array",
    items: (node?.items ?? []).map((item, index) =>
      context.fieldOf({
        raw: schemaAt(index) === false ? true : schemaAt(index),
        node: item,
        path: [...slot.path, index],
        name: `${base.label} ${index + 1}`,
        required: false,
        omittable: false,
        undeclared: false,
        renamable: false,
        trail: noTrail,
      }),
    ),
    get newText() {
      return context.starts.ofItem(schemaAt(length));
    },
    full: schemaAt(length) === false || length >= (numberOf(flat, "maxItems") ?? Infinity),
  };
}
