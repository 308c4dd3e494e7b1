/** Plans a form: derives the tree of fields from a schema and the value's JSON text. */

import type { JsonNode } from "../../core/json/jsonText.ts";
import { toPointer } from "../../core/json/pointer.ts";
import { maxFields, maxOptionsInForm, type OverBudget, overBudget } from "../budget.ts";
import { optionsOf, shapesOf, tooManyChoices } from "../prepare/branches.ts";
import { createReader } from "../prepare/reader.ts";
import { typesOf } from "../schemaObject.ts";
import { followConditions } from "../validate/fits.ts";
import type { Field } from "./field.ts";
import { fieldBase } from "./fieldBase.ts";
import { type Choices, type Cost, noTrail, type PlanContext, type Slot } from "./planContext.ts";
import { overBudgetField } from "./scalarField.ts";
import { shapedField } from "./shapedField.ts";
import { createStartValues } from "./start.ts";

interface Planner {
  /**
   * Plans the fields for a value. Fields whose schema and text are unchanged since the last plan are
   * identical objects, so that a view can skip them.
   *
   * @param text the JSON text that `root` was parsed from
   */
  plan(text: string, root: JsonNode | undefined, choices: Choices): Field;
}

interface Kept {
  readonly slot: Slot;
  readonly source: string | undefined;
  readonly field: Field;
  /** The budget it used, which a plan that reuses it spends again. */
  readonly cost: Cost;
}

/** Replaces a schema that is nested too deeply to be read. */
const unread = {};
const noChoices: Choices = new Map();

/**
 * Creates a planner for one schema; never throws, whatever the schema contains.
 * @param document the whole schema, as it was parsed
 * @param rootName the label of the whole value if the schema has no title
 */
export function createPlanner(document: unknown, rootName = ""): Planner {
  const reader = createReader(document);
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

  const context: PlanContext = {
    reader,
    starts: createStartValues(reader),
    text: () => text,
    choices: () => choices,
    spend,
    fieldOf,
  };

  const affords = ({ fields, options }: Cost) =>
    spent.fields + fields <= maxFields && spent.options + options <= maxOptionsInForm;

  const draw = (slot: Slot, source: string | undefined, pointer: string): Field => {
    const reading = reader.read(slot.raw);
    const flat = followConditions(reader, reading.schema, slot.node);
    const excess = reading.overBudget ?? tooManyChoices(reader, flat);
    const base = fieldBase(reader, slot, { source, pointer, flat });
    if (excess) return overBudgetField(base, excess);
    const options = optionsOf(reader, flat);
    const { shapes, nullable } = shapesOf(reader, flat);
    const could = options ? options.some((option) => option.text === "null") : nullable;
    const nullableBase = { ...base, nullable: could || typesOf(flat)?.join() === "null" };
    return shapedField(context, { slot, flat, base: nullableBase }, shapes, pointer);
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
        name: rootName,
        required: true,
        omittable: false,
        undeclared: false,
        renamable: false,
        trail: noTrail,
      };
      try {
        return fieldOf(slot);
      } catch (error) {
        if (!(error instanceof RangeError)) throw error;
        spent = { fields: 0, options: 0 };
        return { ...fieldOf({ ...slot, raw: unread }), notes: [{ code: "too-deep" }] };
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
    one.renamable === other.renamable &&
    one.trail.size === other.trail.size
  );
}
