/** Gives the text of a JSON value that should be a string. */

/**
 * Strings and other scalars as `String` gives them, objects and arrays as JSON. Unlike `String` it
 * does not throw for an object with a member `toString`, which a server can send.
 */
export function textOfJson(value: unknown): string {
  return typeof value === "object" && value !== null ? JSON.stringify(value) : String(value);
}
