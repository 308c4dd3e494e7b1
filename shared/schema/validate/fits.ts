/** Estimates whether a value has the shape that a schema describes, without full validation. */

import type { JsonNode } from "../../core/json/jsonText.ts";
import { nodeIs } from "../../core/json/sameJson.ts";
import { type Budget, createBudget, maxGuesses, sizeOf } from "../budget.ts";
import type { Reader } from "../prepare/reader.ts";
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
export function fits(reader: Reader, schema: unknown, node: JsonNode): boolean {
  return guess(reader, schema, node, 0, createBudget(maxGuesses));
}

function guess(
  reader: Reader,
  schema: unknown,
  node: JsonNode,
  depth: number,
  budget: Budget,
): boolean {
  const { schema: flat, never } = reader.read(schema);
  if (never) return false;
  if (depth > maxDepth || !budget.spend(1)) return true;
  const allowed = keyword(flat, "enum");
  if (Object.hasOwn(flat, "const") && !nodeIs(node, flat.const)) return false;
  if (Array.isArray(allowed)) {
    if (!budget.spend(allowed.length)) return true;
    if (!allowed.some((value) => nodeIs(node, value))) return false;
  }
  if (!hasType(typesOf(flat), node)) return false;
  for (const name of ["anyOf", "oneOf"]) {
    const branches = listOf(flat, name);
    const isOne = (branch: unknown) => guess(reader, branch, node, depth + 1, budget);
    if (branches.length > 0 && !branches.some(isOne)) return false;
  }
  if (node.kind === "object") {
    if (!budget.spend(sizeOf(flat) + node.members.length)) return true;
    const properties = new Map(entriesOf(flat, "properties"));
    const closed = keyword(flat, "additionalProperties") === false;
    const names = new Set(node.members.map((member) => member.key));
    if (!requiredOf(flat).every((name) => names.has(name))) return false;
    return node.members.every((member) =>
      properties.has(member.key)
        ? guess(reader, properties.get(member.key), member.value, depth + 1, budget)
        : !closed || entriesOf(flat, "patternProperties").length > 0,
    );
  }
  if (node.kind === "array") {
    const items = keyword(flat, "items");
    if (Array.isArray(items)) return true;
    const start = listOf(flat, "prefixItems").length;
    return node.items
      .slice(start, start + maxItems)
      .every((item) => guess(reader, items, item, depth + 1, budget));
  }
  return true;
}

/**
 * Returns the schema that applies to a value: `if`/`then`/`else`, `dependentSchemas` and `dependentRequired`
 * are merged in as far as the value meets them.
 */
export function followConditions(
  reader: Reader,
  flat: { readonly [keyword: string]: unknown },
  node: JsonNode | undefined,
): { readonly [keyword: string]: unknown } {
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

function requiring(
  schema: { readonly [keyword: string]: unknown },
  names: readonly string[],
): { readonly [keyword: string]: unknown } {
  return Object.assign(Object.create(null), schema, {
    required: [...new Set([...requiredOf(schema), ...names])],
  });
}
