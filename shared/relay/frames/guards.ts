/** Guards for the members of frames, whose types nothing has checked yet. */

/** Whether a value can count bytes, milliseconds or anything else. */
export function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

/** Whether a value is a time of the relay's clock, in milliseconds with fractions. */
export function isRelayTime(value: unknown): value is number {
  return Number.isFinite(value) && (value as number) >= 0;
}

/** Whether a value is a string. */
export function isText(value: unknown): value is string {
  return typeof value === "string";
}

/** Whether a value is a string or missing. */
export function isOptionalText(value: unknown): value is string | undefined {
  return value === undefined || typeof value === "string";
}

/** Whether a value is an array whose items all pass a guard. */
export function isList<T>(
  value: unknown,
  isItem: (item: unknown) => item is T,
): value is readonly T[] {
  // not passed to `every` itself, which would also pass an index to the guard
  return Array.isArray(value) && value.every((item) => isItem(item));
}

/** Whether a value is an array of a string and one further value, such as a header. */
export function isPair<T>(
  value: unknown,
  isSecond: (item: unknown) => item is T,
): value is readonly [string, T] {
  return (
    Array.isArray(value) && value.length === 2 && typeof value[0] === "string" && isSecond(value[1])
  );
}
