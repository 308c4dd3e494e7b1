/** The JSON type of a value. */
import type { JsonType } from "../messages/schema.ts";

/**
 * Tells a value's JSON type; whole numbers are integers, however they were written.
 * A number too great for a double arrives as infinity; on the wire it was a whole number.
 * What JSON cannot say counts as null, as it does within an array that is made into JSON.
 */
export function typeOf(value: unknown): JsonType {
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
