/** Determines the JSON type of a value. */
import type { JsonType } from "../messages/schema.ts";

/**
 * Returns a value's JSON type; whole numbers are integers, also when written as 1.0.
 * A number too large for a double is parsed as Infinity; it was a whole number in the message.
 * Values that JSON cannot represent count as null, as in `JSON.stringify([undefined])`.
 */
export function valueTypeOf(value: unknown): JsonType {
  switch (typeof value) {
    case "string":
      return "string";
    case "boolean":
      return "boolean";
    case "number":
      return Number.isFinite(value) && !Number.isInteger(value) ? "number" : "integer";
    case "bigint":
      return "integer";
    case "object":
      return value === null ? "null" : Array.isArray(value) ? "array" : "object";
    default:
      return "null";
  }
}
