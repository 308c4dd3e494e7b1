/** Merges two schemas that both apply into one, for rendering a form. */

import { isJsonObject, type JsonObject } from "../../core/json/jsonObject.ts";
import { sameJson } from "../../core/json/sameJson.ts";

/**
 * Merges schemas; annotations of the first win, constraints of both apply as far as one keyword can
 * express them. For rendering only: validation uses the original schema.
 */
export function mergeSchemas(first: JsonObject, second: JsonObject): JsonObject {
  const merged: Record<string, unknown> = Object.assign(Object.create(null), first);
  for (const [name, value] of Object.entries(second)) {
    merged[name] = Object.hasOwn(merged, name) ? join(name, merged[name], value) : value;
  }
  return merged;
}

function join(name: string, one: unknown, other: unknown): unknown {
  switch (name) {
    case "properties":
    case "patternProperties":
    case "dependentSchemas":
    case "dependentRequired":
      return isJsonObject(one) && isJsonObject(other) ? joinMaps(one, other) : one;
    case "required":
      return Array.isArray(one) && Array.isArray(other) ? [...new Set([...one, ...other])] : one;
    case "type":
      return joinTypes(one, other);
    case "enum":
      return Array.isArray(one) && Array.isArray(other) ? valuesInBoth(one, other) : one;
    case "minimum":
    case "exclusiveMinimum":
    case "minLength":
    case "minItems":
    case "minProperties":
      return typeof one === "number" && typeof other === "number" ? Math.max(one, other) : one;
    case "maximum":
    case "exclusiveMaximum":
    case "maxLength":
    case "maxItems":
    case "maxProperties":
      return typeof one === "number" && typeof other === "number" ? Math.min(one, other) : one;
    case "items":
    case "additionalProperties":
    case "unevaluatedProperties":
    case "unevaluatedItems":
      return both(one, other);
    default:
      return one;
  }
}

/** Scalars are looked up in a set; only objects and arrays are compared one by one. */
function valuesInBoth(one: readonly unknown[], other: readonly unknown[]): unknown[] {
  const plain = new Set(other);
  const composed = other.filter((value) => typeof value === "object" && value !== null);
  return one.filter(
    (value) =>
      plain.has(value) ||
      (typeof value === "object" && composed.some((candidate) => sameJson(value, candidate))),
  );
}

function joinMaps(one: JsonObject, other: JsonObject): JsonObject {
  const joined: Record<string, unknown> = Object.assign(Object.create(null), one);
  for (const [name, value] of Object.entries(other)) {
    joined[name] = Object.hasOwn(one, name) ? both(one[name], value) : value;
  }
  return joined;
}

function joinTypes(one: unknown, other: unknown): unknown {
  const first = Array.isArray(one) ? one : [one];
  const second = Array.isArray(other) ? other : [other];
  const allowed = new Set(second);
  const joined = first.flatMap((type) => {
    if (allowed.has(type)) return [type];
    if (type === "number" && allowed.has("integer")) return ["integer"];
    return type === "integer" && allowed.has("number") ? ["integer"] : [];
  });
  return joined.length === 1 ? joined[0] : joined.length === 0 ? one : joined;
}

function both(one: unknown, other: unknown): unknown {
  if (one === other || other === true || one === false) return one;
  return one === true || other === false ? other : { allOf: [one, other] };
}
