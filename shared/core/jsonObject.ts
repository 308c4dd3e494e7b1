/** Reading objects of which nothing is known, because somebody else wrote them. */

/** The members of such an object. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A value as an object; undefined where it is none. */
export function asJsonObject(value: unknown): JsonObject | undefined {
  return isJsonObject(value) ? value : undefined;
}

/** Parses a text; never throws, undefined where it is no JSON object. */
export function parseJsonObject(text: string): JsonObject | undefined {
  try {
    return asJsonObject(JSON.parse(text));
  } catch {
    return undefined;
  }
}
