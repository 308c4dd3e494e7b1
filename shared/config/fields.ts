/** Looks at values out of JSON that somebody else wrote. */
import { isJsonObject, type JsonObject } from "../core/jsonObject.ts";

/** The text of a plain value; undefined where it is none. */
export function plainText(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : undefined;
}

/** The members that are objects, of what may be an array. */
export function jsonObjectsIn(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}
