/** Plans a field by the shapes of its schema: a choice of options, a union, or one type. */

import type { JsonNode } from "../../core/json/jsonText.ts";
import { nodeIs } from "../../core/json/sameJson.ts";
import { maxFields, maxOptionsInForm } from "../budget.ts";
import { optionsOf, type Shape, shapeOf, shapesOf, tooManyChoices } from "../prepare/branches.ts";
import { typesOf } from "../schemaObject.ts";
import { hasType } from "../validate/fits.ts";
import { arrayField } from "./arrayField.ts";
import type { Branch, Field } from "./field.ts";
import { inShape, shapeDescription } from "./fieldBase.ts";
import { objectField } from "./objectField.ts";
import type { FlatSlot, PlanContext } from "./planContext.ts";
import { jsonField, mismatch, overBudgetField, scalarField, typeOf } from "./scalarField.ts";

/** Maximum depth; deeper values are edited as JSON. */
const maxDepth = 40;
/** Maximum nesting of unions at one place, which a self-reference makes endless. */
const maxShapesDepth = 12;

/**
 * Plans a field whose flat schema is known.
 * @param shapes the shapes of the flat schema, without null
 * @param key identifies the place and the shapes chosen there
 */
export function shapedField(
  context: PlanContext,
  place: FlatSlot,
  shapes: readonly Shape[],
  key: string,
): Field {
  const { reader, spend } = context;
  const { slot, flat, base } = place;
  const reading = reader.read(slot.raw);
  if (reading.unreadable) return jsonField(base, reading.notes[0]);
  if (reading.never) return jsonField(base, { code: "nothing-allowed" });
  if (
    slot.path.length > maxDepth ||
    key.slice(base.pointer.length).split("|").length > maxShapesDepth
  )
    return jsonField(base, { code: "too-deep" });
  const options = optionsOf(reader, flat);
  const excess =
    tooManyChoices(reader, flat) ??
    spend("options", options?.length ?? shapes.length, maxOptionsInForm);
  if (excess) return overBudgetField(base, excess);
  if (options) {
    const { node } = slot;
    const selected = node
      ? options.findIndex((option) => nodeIs(node, JSON.parse(option.text)))
      : -1;
    return { ...base, kind: "choice", options, selected };
  }
  const [only] = shapes;
  if (only === undefined) {
    const isNull = slot.node?.kind === "null";
    return {
      ...base,
      kind: "choice",
      options: [{ label: "null", text: "null" }],
      selected: isNull ? 0 : -1,
    };
  }
  if (shapes.length === 1) {
    if (only.schema === flat) return typedField(context, place);
    const inner = shapesOf(reader, only.schema).shapes;
    const chosen = { slot, flat: only.schema, base: inShape(base, only.schema) };
    return shapedField(context, chosen, inner, key);
  }
  // a union counts as a control, and unions may be nested
  const tooMany = spend("fields", 1, maxFields);
  if (tooMany) return overBudgetField(base, tooMany);
  const active = activeShape(context, slot.node, shapes, key);
  const shape = shapes[active] ?? only;
  const chosen: FlatSlot = {
    slot,
    flat: shape.schema,
    base: {
      ...inShape(base, shape.schema),
      description: shapeDescription(flat, shape.schema),
      notes: [],
    },
  };
  return {
    ...base,
    kind: "union",
    key,
    branches: shapes.map((one) => branchOf(context, one, slot.node)),
    active,
    field: shapedField(context, chosen, shapesOf(reader, shape.schema).shapes, `${key}|${active}`),
  };
}

function branchOf(
  { starts, text }: PlanContext,
  { label, schema }: Shape,
  node: JsonNode | undefined,
): Branch {
  const source = text();
  return {
    label,
    get start() {
      return starts.ofShape(schema, node, source);
    },
    get emptiest() {
      return starts.ofItem(schema);
    },
  };
}

function activeShape(
  { reader, choices }: PlanContext,
  node: JsonNode | undefined,
  shapes: readonly Shape[],
  key: string,
): number {
  const chosen = choices().get(key);
  const value = node?.kind === "null" ? undefined : node;
  const shape = chosen === undefined ? undefined : shapes[chosen];
  if (chosen !== undefined && shape && (!value || hasType(typesOf(shape.schema), value)))
    return chosen;
  return value ? shapeOf(reader, shapes, value) : 0;
}

function typedField(context: PlanContext, place: FlatSlot): Field {
  const { slot, flat, base } = place;
  const node = slot.node?.kind === "null" ? undefined : slot.node;
  const type = typeOf(flat, slot.path.length === 0, node);
  switch (type) {
    case "object":
      if (node && node.kind !== "object") return mismatch(base, node.kind, type);
      return objectField(context, place, node);
    case "array":
      if (node && node.kind !== "array") return mismatch(base, node.kind, type);
      return arrayField(context, place, node);
    default:
      return scalarField(type, flat, base, node);
  }
}
