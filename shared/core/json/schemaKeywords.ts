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

/** Subschemas that are looked at. */
const maxSchemas = 5000;

/** The first keyword with a value that it cannot have in any draft, or the first part that is no schema. */
export interface MisusedKeyword {
  /** Its place in the schema, as a JSON Pointer. */
  readonly at: string;
  /** The value, or its beginning, as JSON. */
  readonly found: string;
}

/**
 * Looks at the structure only: references are not followed, and unknown keywords may have any value.
 * @returns undefined if nothing is wrong with the first 5,000 subschemas
 * @see https://json-schema.org/draft/2020-12/schema
 */
export function findMisusedKeyword(root: unknown): MisusedKeyword | undefined {
  const open: { readonly schema: unknown; readonly path: Path }[] = [{ schema: root, path: [] }];
  for (let count = 0; count < open.length && count < maxSchemas; count++) {
    const { schema, path } = open[count] as (typeof open)[number];
    if (isBoolean(schema)) continue;
    if (!isJsonObject(schema)) return misused(schema, path);
    for (const [keyword, isGood] of Object.entries(plainValues)) {
      if (!Object.hasOwn(schema, keyword) || isGood(schema[keyword])) continue;
      return misused(schema[keyword], [...path, keyword]);
    }
    const problem = addSubschemas(schema, path, (part, ...steps) => {
      if (open.length < maxSchemas) open.push({ schema: part, path: [...path, ...steps] });
    });
    if (problem) return problem;
  }
  return undefined;
}

function addSubschemas(
  schema: JsonObject,
  path: Path,
  add: (part: unknown, ...steps: Path) => void,
): MisusedKeyword | undefined {
  const wrong = (keyword: string) => misused(schema[keyword], [...path, keyword]);
  for (const keyword of schemaValues) {
    if (Object.hasOwn(schema, keyword)) add(schema[keyword], keyword);
  }
  for (const keyword of [...schemaLists, "items"]) {
    if (!Object.hasOwn(schema, keyword)) continue;
    const list = schema[keyword];
    // a list until draft 2019-09
    if (keyword === "items" && !Array.isArray(list)) add(list, keyword);
    else if (!Array.isArray(list)) return wrong(keyword);
    else for (const [index, part] of list.entries()) add(part, keyword, index);
  }
  for (const keyword of [...schemaMaps, "$defs", "definitions"]) {
    if (!Object.hasOwn(schema, keyword)) continue;
    const map = schema[keyword];
    if (!isJsonObject(map)) return wrong(keyword);
    for (const [name, part] of Object.entries(map)) add(part, keyword, name);
  }
  return undefined;
}

/** Characters of a value that are shown. */
const maxShown = 60;

function misused(value: unknown, path: Path): MisusedKeyword {
  return { at: toPointer(path), found: shortened(jsonText(value), maxShown) };
}
