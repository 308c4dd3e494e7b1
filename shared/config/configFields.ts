/** Reads scalar and object values of untrusted JSON. */
import { isJsonObject, type JsonObject } from "../core/json/jsonObject.ts";

/** A string, number or boolean as text; undefined for anything else. */
export function plainText(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : undefined;
}

/** The objects of an array; empty if the value is not an array. */
export function jsonObjectsIn(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

/**
 * Whether an environment variable of a file or a pasted text may have this name. Shells and loaders
 * give others a meaning, such as the functions of bash (`BASH_FUNC_name%%`).
 */
export function isEnvironmentName(name: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_.-]{0,199}$/.test(name);
}
