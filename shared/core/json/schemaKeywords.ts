/** Says which values the keywords of JSON Schema may have, and finds one that has another. */

import { shortened } from "../text/shortened.ts";
import { jsonText } from "../text/textOfJson.ts";
import { isJsonObject, type JsonObject } from "./jsonObject.ts";
import type { Path } from "./jsonText.ts";
import { toPointer } from "./pointer.ts";

const types = ["string", "number", "integer", "boolean", "object", "array", "null"];

const isString = (value: unknown): value is string => typeof value === "string";

export const isTypeOrTypes = (value: unknown): boolean =>
  isType(value) || (Array.isArray(value) && value.length > 0 && value.every(isType));
export const isNames = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every(isString);
export const isNumber = (value: unknown): boolean => typeof value === "number";
export const isBoolean = (value: unknown): boolean => typeof value === "boolean";

const isType = (value: unknown): boolean => isString(value) && types.includes(value);

/** Keywords whose value is a schema. */
export const schemaValues = [
  "not",
  "if",
  "then",
  "else",
  "additionalProperties",
  "unevaluatedProperties",
  "propertyNames",
  "contains",
  "additionalItems",
  "unevaluatedItems",
];
/** Those whose value is a list of schemas, or maps names to schemas. */
export const schemaLists = ["allOf", "anyOf", "oneOf", "prefixItems"];
export const schemaMaps = ["properties", "patternProperties", "dependentSchemas"];

export const countKeywords = [
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
  "minProperties",
  "maxProperties",
  "minContains",
  "maxContains",
];
export const limitKeywords = ["minimum", "maximum", "multipleOf"];

const named = (names: readonly string[], isGood: (value: unknown) => boolean) =>
  Object.fromEntries(names.map((name) => [name, isGood]));

const plainValues: Readonly<Record<string, (value: unknown) => boolean>> = {
  type: isTypeOrTypes,
  enum: Array.isArray,
  required: isNames,
  uniqueItems: isBoolean,
  // whether it can be compiled is a matter of the validator
  ...named(["$ref", "$id", "$schema", "$anchor", "title", "description", "pattern"], isString),
  ...named([...countKeywords, ...limitKeywords], isNumber),
  // booleans until draft 4
  ...named(
    ["exclusiveMinimum", "exclusiveMaximum"],
    (value) => isNumber(value) || isBoolean(value),
  ),
};

/** Subschemas of a schema that are looked at, and how deep. */
const [maxSchemas, maxDepth] = [5000, 200];

/** The first keyword with a value that no draft from 4 on allows, or the first part that is no schema. */
export interface MisusedKeyword {
  /** Its place in the schema, as a JSON Pointer; of a long one its beginning. */
  readonly at: string;
  /** The value, or its beginning, as JSON. */
  readonly found: string;
}

/** A subschema, and the way to it. */
interface Part {
  readonly schema: unknown;
  readonly steps: Path;
  readonly within: Part | undefined;
  readonly depth: number;
}

/**
 * Looks at the structure only: references are not followed, and unknown keywords may have any value.
 * @returns undefined if nothing is wrong with the first 5,000 subschemas
 * @see https://json-schema.org/draft/2020-12/schema
 */
export function findMisusedKeyword(root: unknown): MisusedKeyword | undefined {
  const open: Part[] = [{ schema: root, steps: [], within: undefined, depth: 0 }];
  for (let count = 0; count < open.length && count < maxSchemas; count++) {
    const part = open[count] as Part;
    const { schema } = part;
    if (isBoolean(schema)) continue;
    if (!isJsonObject(schema)) return misused(schema, part);
    for (const [keyword, isGood] of Object.entries(plainValues)) {
      if (!Object.hasOwn(schema, keyword) || isGood(schema[keyword])) continue;
      return misused(schema[keyword], part, keyword);
    }
    const wrong = addSubschemas(schema, (inner, ...steps) => {
      if (open.length >= maxSchemas || part.depth >= maxDepth) return;
      open.push({ schema: inner, steps, within: part, depth: part.depth + 1 });
    });
    if (wrong !== undefined) return misused(schema[wrong], part, wrong);
  }
  return undefined;
}

/** @returns the keyword that holds no schemas although it should */
function addSubschemas(
  schema: JsonObject,
  add: (part: unknown, ...steps: Path) => void,
): string | undefined {
  for (const keyword of schemaValues) {
    if (Object.hasOwn(schema, keyword)) add(schema[keyword], keyword);
  }
  for (const keyword of [...schemaLists, "items"]) {
    if (!Object.hasOwn(schema, keyword)) continue;
    const list = schema[keyword];
    // a list until draft 2019-09
    if (keyword === "items" && !Array.isArray(list)) add(list, keyword);
    else if (!Array.isArray(list)) return keyword;
    else for (const [index, part] of list.entries()) add(part, keyword, index);
  }
  for (const keyword of [...schemaMaps, "$defs", "definitions"]) {
    if (!Object.hasOwn(schema, keyword)) continue;
    const map = schema[keyword];
    if (!isJsonObject(map)) return keyword;
    for (const [name, part] of Object.entries(map)) add(part, keyword, name);
  }
  return undefined;
}

/** Characters of a value, and of a place, that are shown. */
const [maxShown, maxPlace] = [60, 200];

function misused(value: unknown, part: Part, keyword?: string): MisusedKeyword {
  const steps: (string | number)[] = keyword === undefined ? [] : [keyword];
  for (let at: Part | undefined = part; at; at = at.within) steps.unshift(...at.steps);
  return {
    at: shortened(toPointer(steps), maxPlace),
    found: shortened(jsonText(value), maxShown),
  };
}
