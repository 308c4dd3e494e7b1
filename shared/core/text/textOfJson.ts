/** Formats any JSON value for display. */

/**
 * Strings and other scalars as `String` gives them, objects and arrays as JSON. Unlike `String` it
 * does not throw for an object with a member `toString`, which a server can send.
 */
export function textOfJson(value: unknown): string {
  return typeof value === "object" && value !== null ? jsonText(value) : String(value);
}

/**
 * Deeper values are cut: `JSON.stringify` looks for cycles at each level, so that its time grows with
 * the square of the depth, until it overflows the stack.
 */
const maxLevels = 1000;
/** Levels of nesting that are shown of deeper values. */
const shownLevels = 200;

/**
 * The JSON text of a parsed value. Unlike `JSON.stringify` it does not overflow the stack: of a value
 * with more than 1,000 levels, those below 200 levels are shown as `"…"`.
 * @returns `null` for undefined
 */
export function jsonText(value: unknown): string {
  const text = hasLevels(value, maxLevels) ? cut(value, shownLevels) : value;
  return JSON.stringify(text) ?? "null";
}

/** Whether a value has more than so many levels of objects and arrays. */
function hasLevels(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (levels === 0) return true;
  const inner: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
  return inner.some((item) => hasLevels(item, levels - 1));
}

function cut(value: unknown, levels: number): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (levels === 0) return "…";
  if (Array.isArray(value)) return value.map((item) => cut(item, levels - 1));
  const members = Object.entries(value).map(([name, item]) => [name, cut(item, levels - 1)]);
  return Object.fromEntries(members);
}
