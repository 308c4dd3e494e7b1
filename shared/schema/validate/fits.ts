/** Estimates whether a value has the shape that a schema describes, without full validation. */

import type { JsonObject } from "../../core/json/jsonObject.ts";
import type { JsonMember, JsonNode } from "../../core/json/jsonText.ts";
import { nodeIs } from "../../core/json/sameJson.ts";
import { createBudget, maxGuesses, schemaSize } from "../budget.ts";
import type { SchemaReader } from "../prepare/reader.ts";
import { entriesOf, isString, keyword, listOf, requiredOf, typesOf } from "../schemaObject.ts";

const maxDepth = 6;
const maxItems = 50;
/** Maximum number of matching conditions that are applied. */
const maxJoins = 100;

/** Whether a value has one of the types, if types are stated. */
export function hasType(types: readonly string[] | undefined, node: JsonNode): boolean {
  if (types === undefined) return true;
  return types.includes(node.kind) || (node.kind === "number" && types.includes("integer"));
}

/**
 * Whether a value matches the types, names and fixed values of a schema; patterns are ignored. If that
 * takes too many comparisons, the value counts as matching.
 */
export function fits(reader: SchemaReader, schema: unknown, node: JsonNode): boolean {
  const budget = createBudget(maxGuesses);
  const guess = (part: unknown, value: JsonNode, depth: number): boolean => {
    const { schema: flat, never } = reader.read(part);
    if (never) return false;
    if (depth > maxDepth || !budget.spend(1)) return true;
    const inner: Guess = (nested, item) => guess(nested, item, depth + 1);
    const allowed = keyword(flat, "enum");
    if (Object.hasOwn(flat, "const") && !nodeIs(value, flat.const)) return false;
    if (Array.isArray(allowed)) {
      if (!budget.spend(allowed.length)) return true;
      if (!allowed.some((option) => nodeIs(value, option))) return false;
    }
    if (!hasType(typesOf(flat), value)) return false;
    for (const name of ["anyOf", "oneOf"]) {
      const branches = listOf(flat, name);
      if (branches.length > 0 && !branches.some((branch) => inner(branch, value))) return false;
    }
    if (value.kind === "object") {
      if (!budget.spend(schemaSize(flat) + value.members.length)) return true;
      return membersFit(flat, value.members, inner);
    }
    return value.kind !== "array" || itemsFit(flat, value.items, inner);
  };
  return guess(schema, node, 0);
}

/** Whether a part of the value matches a schema. */
type Guess = (schema: unknown, node: JsonNode) => boolean;

function membersFit(flat: JsonObject, members: readonly JsonMember[], guess: Guess): boolean {
  const properties = new Map(entriesOf(flat, "properties"));
  const closed = keyword(flat, "additionalProperties") === false;
  const names = new Set(members.map((member) => member.key));
  if (!requiredOf(flat).every((name) => names.has(name))) return false;
  return members.every(({ key, value }) =>
    properties.has(key)
      ? guess(properties.get(key), value)
      : !closed || entriesOf(flat, "patternProperties").length > 0,
  );
}

function itemsFit(flat: JsonObject, nodes: readonly JsonNode[], guess: Guess): boolean {
  const items = keyword(flat, "items");
  if (Array.isArray(items)) return true;
  const start = listOf(flat, "prefixItems").length;
  return nodes.slice(start, start + maxItems).every((node) => guess(items, node));
}

/**
 * Returns the schema that applies to a value: `if`/`then`/`else`, `dependentSchemas` and `dependentRequired`
 * are merged in as far as the value meets them.
 */
export function followConditions(
  reader: SchemaReader,
  flat: JsonObject,
  node: JsonNode | undefined,
): JsonObject {
  if (node === undefined) return flat;
  let schema = flat;
  let joins = 0;
  const add = (part: unknown) => {
    schema = reader.join(schema, reader.read(part).schema);
  };
  if (Object.hasOwn(flat, "if")) {
    const branch = fits(reader, flat.if, node) ? "then" : "else";
    if (Object.hasOwn(flat, branch)) add(flat[branch]);
  }
  if (node.kind !== "object") return schema;
  const present = new Set(node.members.map((member) => member.key));
  for (const name of ["dependentSchemas", "dependentRequired", "dependencies"]) {
    for (const [key, part] of entriesOf(flat, name)) {
      if (!present.has(key) || ++joins > maxJoins) continue;
      if (Array.isArray(part)) schema = requiring(schema, part.filter(isString));
      else add(part);
    }
  }
  return schema;
}

function requiring(schema: JsonObject, names: readonly string[]): JsonObject {
  return Object.assign(Object.create(null), schema, {
    required: [...new Set([...requiredOf(schema), ...names])],
  });
}
