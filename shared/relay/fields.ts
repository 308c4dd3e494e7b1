/** Reading text frames, whatever they hold. */

/** The members of an object that came from the other side; nothing is known of them. */
export type Fields = Readonly<Record<string, unknown>>;

/** Parses a frame; never throws, undefined where it is no JSON object. */
export function parseFields(text: string): Fields | undefined {
  try {
    return fieldsOf(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** A value as an object; undefined where it is none. */
export function fieldsOf(value: unknown): Fields | undefined {
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  return isObject ? (value as Fields) : undefined;
}

/** Whether a value can count bytes, milliseconds or anything else. */
export function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
