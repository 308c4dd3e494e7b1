/** Flattens a schema: references resolved, `allOf` merged, malformed parts noted. */
import { isJsonObject, type JsonObject } from "../../core/json/jsonObject.ts";
import { shortened } from "../../core/text/shortened.ts";
import {
  type Budget,
  createBudget,
  maxFields,
  maxMembers,
  maxOptions,
  maxSteps,
  maxStepsInForm,
  maxVariants,
  type OverBudget,
  overBudget,
  schemaSize,
} from "../budget.ts";
import { memoize } from "../memoize.ts";
import type { SchemaNote } from "../note.ts";
import { keyword, listOf, stringOf } from "../schemaObject.ts";
import { mergeSchemas } from "./merge.ts";
import { createRefs } from "./refs.ts";

/** A flattened schema; identical for the same schema, so that it can be compared by identity. */
interface Reading {
  readonly schema: JsonObject;
  /** The parts that could not be resolved, for the schema's author. */
  readonly notes: readonly SchemaNote[];
  /** Set if nothing is known about the value, which is then edited as JSON. */
  readonly unreadable: boolean;
  /** Set for the schema `false`. */
  readonly never: boolean;
  /** Set if flattening exceeds the budget; `schema` is then empty. */
  readonly overBudget?: OverBudget;
}

export interface SchemaReader {
  read(schema: unknown): Reading;
  /** Merges two flat schemas; the same pair gives the same object. */
  join(first: JsonObject, second: JsonObject): JsonObject;
}

const nothing: JsonObject = Object.freeze({});
const anything: Reading = { schema: nothing, notes: [], unreadable: false, never: false };
const never: Reading = { ...anything, never: true };
const maxDepth = 100;
/** Maximum number of notes about one schema. */
const maxNotes = 20;

/** @param document the whole schema, in which references are resolved */
export function createReader(document: unknown): SchemaReader {
  const refs = createRefs(document);
  const readings = new WeakMap<object, Reading>();
  const joined = new WeakMap<object, WeakMap<object, JsonObject>>();
  const all = createBudget(maxStepsInForm);

  const join = (first: JsonObject, second: JsonObject): JsonObject => {
    const seconds = memoize(joined, first, () => new WeakMap<object, JsonObject>());
    return memoize(seconds, second, () => mergeSchemas(first, second));
  };

  const flatten = (schema: unknown, within: ReadonlySet<object>, steps: Budget): Reading => {
    if (!steps.spend(1 + within.size)) return tooMuch(overBudget("steps", maxSteps));
    if (schema === true || schema === undefined) return anything;
    if (schema === false) return never;
    if (!isJsonObject(schema)) return broken({ code: "not-a-schema", found: typeOf(schema) });
    if (within.has(schema)) return broken({ code: "reference-loop" });
    if (within.size > maxDepth) return broken({ code: "reference-depth" });
    const inner = new Set(within).add(schema);

    const parts: Reading[] = [];
    const add = (part: Reading) => {
      parts.push(part);
      return part.overBudget === undefined;
    };
    const ref =
      stringOf(schema, "$ref") ??
      stringOf(schema, "$dynamicRef") ??
      stringOf(schema, "$recursiveRef");
    if (ref !== undefined) {
      const target = refs.resolve(schema, ref);
      add(
        target
          ? flatten(target.schema, inner, steps)
          : broken({ code: "unresolved-reference", reference: shortened(ref, 200) }),
      );
    }
    if (parts[0]?.overBudget) return parts[0];
    for (const part of listOf(schema, "allOf")) {
      if (!add(flatten(part, inner, steps))) return parts.at(-1) as Reading;
    }
    if (parts.length === 0) return { ...anything, schema };

    const { $ref: _, $dynamicRef: __, $recursiveRef: ___, allOf: ____, ...own } = schema;
    if (parts.length === 1 && parts[0] && Object.keys(own).length === 0) return parts[0];
    let joinedParts: Reading = { ...anything, schema: own };
    for (const part of parts) {
      const cost = schemaSize(joinedParts.schema) + schemaSize(part.schema);
      if (!steps.spend(cost)) return tooMuch(overBudget("steps", maxSteps));
      joinedParts = {
        schema: mergeSchemas(joinedParts.schema, part.schema),
        notes: [...joinedParts.notes, ...part.notes].slice(0, maxNotes),
        unreadable: joinedParts.unreadable || (part.unreadable && ref !== undefined),
        never: joinedParts.never || part.never,
      };
    }
    return joinedParts;
  };

  /** Flattens within the budgets of one schema and of the whole form; the result is cached. */
  const readOnce = (schema: object): Reading => {
    let spent = 0;
    const steps = createBudget(maxSteps);
    const counted: Budget = {
      ...steps,
      spend(units) {
        spent += units;
        return steps.spend(units);
      },
    };
    if (!all.has(1)) return tooMuch(overBudget("steps", maxStepsInForm));
    const reading = flatten(schema, new Set(), counted);
    all.spend(spent);
    if (reading.overBudget) return reading;
    const members = schemaSize(reading.schema);
    return members > maxMembers ? tooMuch(partOver(reading.schema, members)) : reading;
  };

  return {
    join,
    read(schema) {
      if (!isJsonObject(schema)) return flatten(schema, new Set(), createBudget(maxSteps));
      return memoize(readings, schema, () => readOnce(schema));
    },
  };
}

function tooMuch(why: OverBudget): Reading {
  return { ...anything, unreadable: true, overBudget: why };
}

function partOver(schema: JsonObject, members: number): OverBudget {
  const properties = keyword(schema, "properties");
  const fields = isJsonObject(properties) ? Object.keys(properties).length : 0;
  if (fields > maxFields) return overBudget("fields", maxFields, fields);
  const options = listOf(schema, "enum").length;
  if (options > maxOptions) return overBudget("options", maxOptions, options);
  const variants = listOf(schema, "anyOf").length + listOf(schema, "oneOf").length;
  if (variants > maxVariants) return overBudget("variants", maxVariants, variants);
  return overBudget("steps", maxMembers, members);
}

function broken(note: SchemaNote): Reading {
  return { ...anything, notes: [note], unreadable: true };
}

/** The JSON type of a value that is neither an object nor a boolean. */
function typeOf(value: unknown): "null" | "array" | "number" | "string" {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return typeof value === "number" ? "number" : "string";
}
