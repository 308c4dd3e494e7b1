/** Formats any JSON value for display. */

/**
 * Strings and other scalars as `String` gives them, objects and arrays as JSON. Unlike `String` it
 * does not throw for an object with a member `toString`, which a server can send.
 */
export function textOfJson(value: unknown): string {
  return typeof value === "object" && value !== null ? jsonText(value) : String(value);
}

/** Levels of nesting that are shown if `JSON.stringify` fails. */
const maxLevels = 200;

/**
 * The JSON text of a parsed value. Unlike `JSON.stringify` it does not overflow the stack: where the
 * nesting is too deep, values below 200 levels are shown as `"…"`.
 * @returns `null` for undefined
 */
export function jsonText(value: unknown): string {
  try {
    return JSON.stringify(value) ?? "null";
  } catch {
    return JSON.stringify(cut(value, maxLevels));
  }
}

function cut(value: unknown, levels: number): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (levels === 0) return "…";
  if (Array.isArray(value)) return value.map((item) => cut(item, levels - 1));
  const members = Object.entries(value).map(([name, item]) => [name, cut(item, levels - 1)]);
  return Object.fromEntries(members);
}
