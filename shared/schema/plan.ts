/** Plans a form: from a schema and the value's text to the tree of fields to show. */
import { optionsOf, type Shape, shapeOf, shapesOf } from "./branches.ts";
import type { Field, FieldBase, ObjectField } from "./field.ts";
import { fieldBase, inShape, type Place, shapeDescription } from "./fieldBase.ts";
import { followConditions, hasType } from "./fits.ts";
import type { JsonNode } from "./jsonText.ts";
import { toPointer } from "./pointer.ts";
import { createReader } from "./reader.ts";
import { nodeIs } from "./sameJson.ts";
import { jsonField, misfit, scalarField, typeOf } from "./scalarField.ts";
import {
  entriesOf,
  keyword,
  listOf,
  numberOf,
  requiredOf,
  type SchemaObject,
  typesOf,
} from "./schemaObject.ts";
import { createStarts } from "./start.ts";

/** Shapes that a person has chosen, by the key of the union. */
export type Choices = ReadonlyMap<string, number>;

export interface Planner {
  /**
   * Plans the fields for a value. Fields whose schema and text are unchanged since the last plan are
   * the same objects again, so that a view can skip them.
   *
   * @param text the JSON text that `root` was read from
   */
  plan(text: string, root: JsonNode | undefined, choices: Choices): Field;
}

interface Slot extends Place {
  /** Absent objects on the way here, so that a recursive schema does not unfold without end. */
  readonly trail: ReadonlySet<object>;
}

interface Kept {
  readonly slot: Slot;
  readonly source: string | undefined;
  readonly field: Field;
}

/** Deeper than this, a value is edited as JSON. */
const deepest = 40;
const tooDeep = { description: "This schema is nested too deeply to be drawn." };
const noTrail: ReadonlySet<object> = new Set();
const noChoices: Choices = new Map();

/**
 * A planner for one schema; never throws, whatever the schema holds.
 * @param document the whole schema, as it was parsed
 */
export function createPlanner(document: unknown): Planner {
  const reader = createReader(document);
  const starts = createStarts(reader);
  let kept = new Map<string, Kept>();
  let keptChoices = noChoices;
  let text = "";
  let choices = noChoices;

  const fieldOf = (slot: Slot): Field => {
    const key = toPointer(slot.path);
    const source = slot.node && text.slice(slot.node.start, slot.node.end);
    const known = kept.get(key);
    if (known && known.source === source && sameSlot(known.slot, slot)) return known.field;
    const field = draw(slot, source, key);
    kept.set(key, { slot, source, field });
    return field;
  };

  const draw = (slot: Slot, source: string | undefined, pointer: string): Field => {
    const flat = followConditions(reader, reader.read(slot.raw).schema, slot.node);
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
    if (slot.path.length > deepest) return jsonField(base, "Nested too deeply for fields");
    const options = optionsOf(reader, flat);
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
    const active = activeShape(slot.node, shapes, key);
    const shape = shapes[active] as Shape;
    return {
      ...base,
      kind: "union",
      key,
      branches: shapes.map((one) => ({
        label: one.label,
        start: starts.ofShape(one.schema, slot.node, text),
        emptiest: starts.ofItem(one.schema),
      })),
      active,
      field: shaped(
        // an absent object of one shape among several is begun on purpose, with its fixed values
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
  ): ObjectField => {
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
    const patterns = entriesOf(flat, "patternProperties");
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
      startText: starts.ofShape(flat, undefined, "") ?? "{}",
      extensible: open && (invites || patterns.length > 0),
      newText: starts.ofItem(patterns[0]?.[1] ?? (additional === false ? true : additional)),
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
    const options =
      tuple.length === 0 && rest !== undefined
        ? optionsOf(reader, reader.read(rest).schema)
        : undefined;
    if (options && options.length > 1) {
      const selected = (node?.items ?? []).map((item) =>
        options.findIndex((option) => nodeIs(item, JSON.parse(option.text))),
      );
      if (!selected.includes(-1) && new Set(selected).size === selected.length) {
        return { ...base, kind: "multi", options, selected };
      }
    }
    const schemaAt = (index: number): unknown => (index < tuple.length ? tuple[index] : rest);
    const length = node?.items.length ?? 0;
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
      newText: starts.ofItem(schemaAt(length)),
      full: schemaAt(length) === false || length >= (numberOf(flat, "maxItems") ?? Infinity),
    };
  };

  return {
    plan(newText, root, newChoices) {
      text = newText;
      choices = newChoices;
      if (choices !== keptChoices) kept = new Map();
      keptChoices = choices;
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

/** Whether a name matches; patterns that repeat groups could take forever and are left to the worker. */
function matches(pattern: string, name: string): boolean {
  if (/\)[*+{]/.test(pattern)) return false;
  try {
    return new RegExp(pattern, "u").test(name);
  } catch {
    return false;
  }
}
