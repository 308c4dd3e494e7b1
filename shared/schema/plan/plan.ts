/** Plans a form: derives the tree of fields from a schema and the value's JSON text. */

import type { JsonNode } from "../../core/json/jsonText.ts";
import { toPointer } from "../../core/json/pointer.ts";
import { nodeIs } from "../../core/json/sameJson.ts";
import {
  mostFields,
  mostOptions,
  mostOptionsInForm,
  type OverBudget,
  overBudget,
} from "../budget.ts";
import { optionsOf, type Shape, shapeOf, shapesOf, tooManyChoices } from "../prepare/branches.ts";
import { createReader } from "../prepare/reader.ts";
import {
  entriesOf,
  keyword,
  listOf,
  numberOf,
  requiredOf,
  type SchemaObject,
  typesOf,
} from "../schemaObject.ts";
import { followConditions, hasType } from "../validate/fits.ts";
import type { Field, FieldBase } from "./field.ts";
import { fieldBase, inShape, type Place, shapeDescription } from "./fieldBase.ts";
import { jsonField, misfit, overBudgetField, scalarField, typeOf } from "./scalarField.ts";
import { createStarts } from "./start.ts";

/** Shapes that the user has chosen, by the key of the union. */
export type Choices = ReadonlyMap<string, number>;

export interface Planner {
  /**
   * Plans the fields for a value. Fields whose schema and text are unchanged since the last plan are
   * identical objects, so that a view can skip them.
   *
   * @param text the JSON text that `root` was parsed from
   */
  plan(text: string, root: JsonNode | undefined, choices: Choices): Field;
}

interface Slot extends Place {
  /** Absent ancestors, so that a recursive schema does not expand endlessly. */
  readonly trail: ReadonlySet<object>;
}

interface Kept {
  readonly slot: Slot;
  readonly source: string | undefined;
  readonly field: Field;
  /** The budget it used, which a plan that reuses it spends again. */
  readonly cost: Cost;
}

interface Cost {
  readonly fields: number;
  readonly options: number;
}

/** Maximum depth; deeper values are edited as JSON. */
const deepest = 40;
/** Maximum number of name patterns that are tried. */
const mostPatterns = 50;
/** Maximum length of a pattern and of a name that are compared, in UTF-16 code units. */
const longestPattern = 200;
/** Maximum nesting of unions at one place, which a self-reference makes endless. */
const deepestShapes = 12;
const tooDeep = { description: "This schema is nested too deeply to be drawn." };
const noTrail: ReadonlySet<object> = new Set();
const noChoices: Choices = new Map();

/**
 * Creates a planner for one schema; never throws, whatever the schema contains.
 * @param document the whole schema, as it was parsed
 */
export function createPlanner(document: unknown): Planner {
  const reader = createReader(document);
  const starts = createStarts(reader);
  let kept = new Map<string, Kept>();
  let keptChoices = noChoices;
  let text = "";
  let choices = noChoices;
  let spent = { fields: 0, options: 0 };

  /** Spends from the plan's budget; returns what was exceeded, if it was. */
  const spend = (part: keyof Cost, units: number, limit: number): OverBudget | undefined => {
    if (spent[part] + units > limit) return overBudget(part, limit);
    spent[part] += units;
    return undefined;
  };

  const fieldOf = (slot: Slot): Field => {
    const key = toPointer(slot.path);
    const source = slot.node && text.slice(slot.node.start, slot.node.end);
    const known = kept.get(key);
    if (known && known.source === source && sameSlot(known.slot, slot) && affords(known.cost)) {
      spent.fields += known.cost.fields;
      spent.options += known.cost.options;
      return known.field;
    }
    const before = { ...spent };
    const field = draw(slot, source, key);
    const cost = {
      fields: spent.fields - before.fields,
      options: spent.options - before.options,
    };
    kept.set(key, { slot, source, field, cost });
    return field;
  };

  const affords = ({ fields, options }: Cost) =>
    spent.fields + fields <= mostFields && spent.options + options <= mostOptionsInForm;

  const draw = (slot: Slot, source: string | undefined, pointer: string): Field => {
    const reading = reader.read(slot.raw);
    const flat = followConditions(reader, reading.schema, slot.node);
    const excess = reading.overBudget ?? tooManyChoices(reader, flat);
    if (excess) return overBudgetField(fieldBase(reader, slot, source, pointer, flat), excess);
    const options = optionsOf(reader, flat);
    const { shapes, nullable } = shapesOf(reader, flat);
    const base = fieldBase(reader, slot, source, pointer, flat);
    const could = options ? options.some((option) => option.text === "null") : nullable;
    return shaped(
      slot,
      flat,
      shapes,
      { ...base, nullable: could || typesOf(flat)?.join() === "null" },
      pointer,
    );
  };

  const shaped = (
    slot: Slot,
    flat: SchemaObject,
    shapes: readonly Shape[],
    base: FieldBase,
    key: string,
  ): Field => {
    const reading = reader.read(slot.raw);
    if (reading.unreadable) return jsonField(base, reading.notes[0]);
    if (reading.never) return jsonField(base, "The schema allows no value here");
    if (
      slot.path.length > deepest ||
      key.slice(base.pointer.length).split("|").length > deepestShapes
    )
      return jsonField(base, "Nested too deeply for fields");
    const options = optionsOf(reader, flat);
    const excess =
      tooManyChoices(reader, flat) ??
      spend("options", options?.length ?? shapes.length, mostOptionsInForm);
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
      if (only.schema === flat) return typed(slot, flat, base);
      const inner = shapesOf(reader, only.schema).shapes;
      return shaped(slot, only.schema, inner, inShape(base, only.schema), key);
    }
    // a union counts as a control, and unions may be nested
    const tooMany = spend("fields", 1, mostFields);
    if (tooMany) return overBudgetField(base, tooMany);
    const active = activeShape(slot.node, shapes, key);
    const shape = shapes[active] as Shape;
    return {
      ...base,
      kind: "union",
      key,
      branches: shapes.map((one) => branchOf(one, slot.node, text)),
      active,
      field: shaped(
        // an absent object of one shape among several is only started explicitly, with its fixed values
        { ...slot, required: false },
        shape.schema,
        shapesOf(reader, shape.schema).shapes,
        {
          ...inShape(base, shape.schema),
          description: shapeDescription(flat, shape.schema),
          notes: [],
        },
        `${key}|${active}`,
      ),
    };
  };

  const branchOf = ({ label, schema }: Shape, node: JsonNode | undefined, source: string) => ({
    label,
    get start() {
      return starts.ofShape(schema, node, source);
    },
    get emptiest() {
      return starts.ofItem(schema);
    },
  });

  const activeShape = (
    node: JsonNode | undefined,
    shapes: readonly Shape[],
    key: string,
  ): number => {
    const chosen = choices.get(key);
    const value = node?.kind === "null" ? undefined : node;
    const shape = chosen === undefined ? undefined : shapes[chosen];
    if (chosen !== undefined && shape && (!value || hasType(typesOf(shape.schema), value)))
      return chosen;
    return value ? shapeOf(reader, shapes, value) : 0;
  };

  const typed = (slot: Slot, flat: SchemaObject, base: FieldBase): Field => {
    const node = slot.node?.kind === "null" ? undefined : slot.node;
    const type = typeOf(flat, slot.path.length === 0, node);
    switch (type) {
      case "object":
        if (node && node.kind !== "object") return misfit(base, node.kind, type);
        return objectOf(slot, flat, base, node);
      case "array":
        if (node && node.kind !== "array") return misfit(base, node.kind, type);
        return arrayOf(slot, flat, base, node);
      default:
        return scalarField(type, flat, base, node);
    }
  };

  const objectOf = (
    slot: Slot,
    flat: SchemaObject,
    base: FieldBase,
    node: Extract<JsonNode, { kind: "object" }> | undefined,
  ): Field => {
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
    const patterns = entriesOf(flat, "patternProperties").slice(0, mostPatterns);
    const missing = [...required].filter((name) => !names.has(name) && !members.has(name));
    const child = (name: string, raw: unknown, undeclared: boolean) =>
      fieldOf({
        raw,
        node: members.get(name),
        path: [...slot.path, name],
        name,
        required: required.has(name),
        omittable: true,
        undeclared,
        trail,
      });
    const others = [...members.keys()].filter((name) => !names.has(name));
    const count = declared.length + missing.length + others.length;
    if (open && count > mostFields)
      return overBudgetField(base, overBudget("fields", mostFields, count));
    const excess = open ? spend("fields", count, mostFields) : undefined;
    if (excess) return overBudgetField(base, excess);
    const fields = open
      ? [
          ...declared.map(([name, raw]) => child(name, raw, false)),
          ...missing.map((name) => child(name, additional === false ? true : additional, false)),
          ...others.map((name) => {
            const pattern = patterns.find(([source]) => matches(source, name));
            const raw = pattern ? pattern[1] : additional === false ? true : additional;
            return child(
              name,
              raw,
              pattern === undefined && (additional === undefined || additional === false),
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
        return starts.ofShape(flat, undefined, "") ?? "{}";
      },
      extensible: open && (invites || patterns.length > 0),
      get newText() {
        return starts.ofItem(patterns[0]?.[1] ?? (additional === false ? true : additional));
      },
    };
  };

  const arrayOf = (
    slot: Slot,
    flat: SchemaObject,
    base: FieldBase,
    node: Extract<JsonNode, { kind: "array" }> | undefined,
  ): Field => {
    const items = keyword(flat, "items");
    const tuple = Array.isArray(items) ? items : listOf(flat, "prefixItems");
    const rest = Array.isArray(items) ? keyword(flat, "additionalItems") : items;
    const listed = tuple.length === 0 && rest !== undefined ? reader.read(rest).schema : undefined;
    const options =
      listed && !tooManyChoices(reader, listed) ? optionsOf(reader, listed) : undefined;
    const isListed = options && options.length > 1 && options.length <= mostOptions;
    if (isListed && !spend("options", options.length, mostOptionsInForm)) {
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
      length > mostFields
        ? overBudget("fields", mostFields, length)
        : spend("fields", length, mostFields);
    if (excess) return overBudgetField(base, excess);
    return {
      ...base,
      kind: "array",
      items: (node?.items ?? []).map((item, index) =>
        fieldOf({
          raw: schemaAt(index) === false ? true : schemaAt(index),
          node: item,
          path: [...slot.path, index],
          name: `${base.label} ${index + 1}`,
          required: false,
          omittable: false,
          undeclared: false,
          trail: noTrail,
        }),
      ),
      get newText() {
        return starts.ofItem(schemaAt(length));
      },
      full: schemaAt(length) === false || length >= (numberOf(flat, "maxItems") ?? Infinity),
    };
  };

  return {
    plan(newText, root, newChoices) {
      text = newText;
      choices = newChoices;
      if (choices !== keptChoices) kept = new Map();
      keptChoices = choices;
      spent = { fields: 0, options: 0 };
      const slot: Slot = {
        raw: document,
        node: root,
        path: [],
        name: "Arguments",
        required: true,
        omittable: false,
        undeclared: false,
        trail: noTrail,
      };
      try {
        return fieldOf(slot);
      } catch (error) {
        if (!(error instanceof RangeError)) throw error;
        spent = { fields: 0, options: 0 };
        return fieldOf({ ...slot, raw: tooDeep });
      }
    },
  };
}

function sameSlot(one: Slot, other: Slot): boolean {
  return (
    one.raw === other.raw &&
    one.name === other.name &&
    one.required === other.required &&
    one.undeclared === other.undeclared &&
    one.trail.size === other.trail.size
  );
}

/**
 * Whether a name matches. Only patterns that cannot take long are tried here: short ones with at most
 * two repetitions, none of them of a group or of a reference; others are left to the worker.
 */
function matches(pattern: string, name: string): boolean {
  if (pattern.length > longestPattern || name.length > longestPattern) return false;
  if (/\)[*+{?]|\\[1-9k]/.test(pattern)) return false;
  if ((pattern.match(/[*+?{]/g) ?? []).length > 2) return false;
  try {
    return new RegExp(pattern, "u").test(name);
  } catch {
    return false;
  }
}
