/** Reads own properties of untrusted values. */

/**
 * Reads an own property, ignoring inherited ones such as `constructor`.
 * @returns undefined if `value` is not an object or has no such property
 */
export function getOwn(value: unknown, key: string): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
  return (value as Record<string, unknown>)[key];
}
