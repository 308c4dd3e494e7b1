/** Checks that the schema of an elicitation form stays within the subset that the specification allows. */
import { isJsonObject } from "../core/json/jsonObject.ts";

/** Where a schema leaves the subset; `property` is the name of the property. */
export type RequestedSchemaFault =
  | { readonly code: "not-an-object" }
  | { readonly code: "nested"; readonly property: string }
  | { readonly code: "unknown-type"; readonly property: string }
  | { readonly code: "keyword"; readonly property: string; readonly keyword: string };

/** Maximum number of faults that are returned. */
const maximumFaults = 20;

const annotations = ["type", "title", "description", "default"];
const formats: readonly unknown[] = ["email", "uri", "date", "date-time"];

/** The keywords that each type may have besides the annotations. */
const keywords: Readonly<Record<string, readonly string[]>> = {
  string: ["minLength", "maxLength", "format", "enum", "enumNames", "oneOf"],
  number: ["minimum", "maximum"],
  integer: ["minimum", "maximum"],
  boolean: [],
  array: ["items", "minItems", "maxItems"],
};

/**
 * @param schema the parsed `requestedSchema`
 * @returns the first faults; empty if the schema is allowed
 * @see https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation#requested-schema
 */
export function requestedSchemaFaults(schema: unknown): readonly RequestedSchemaFault[] {
  if (!isJsonObject(schema) || schema.type !== "object" || !isJsonObject(schema.properties)) {
    return [{ code: "not-an-object" }];
  }
  const faults: RequestedSchemaFault[] = [];
  for (const [property, definition] of Object.entries(schema.properties)) {
    faults.push(...propertyFaults(property, definition));
    if (faults.length >= maximumFaults) break;
  }
  return faults.slice(0, maximumFaults);
}

function propertyFaults(property: string, schema: unknown): RequestedSchemaFault[] {
  if (!isJsonObject(schema)) return [{ code: "unknown-type", property }];
  const { type } = schema;
  const isNested = type === "object" || Object.hasOwn(schema, "properties");
  if (isNested || (type === "array" && !listsStrings(schema.items))) {
    return [{ code: "nested", property }];
  }
  const allowed = typeof type === "string" && Object.hasOwn(keywords, type) && keywords[type];
  if (!allowed) return [{ code: "unknown-type", property }];
  return Object.keys(schema)
    .filter((keyword) => !annotations.includes(keyword) && !isAllowed(allowed, keyword, schema))
    .map((keyword) => ({ code: "keyword", property, keyword }));
}

function isAllowed(
  allowed: readonly string[],
  keyword: string,
  schema: Readonly<Record<string, unknown>>,
): boolean {
  if (!allowed.includes(keyword)) return false;
  if (keyword === "format") return formats.includes(schema.format);
  return keyword !== "oneOf" || areTitledValues(schema.oneOf);
}

/** Whether items are one of the two forms of a choice of several values. */
function listsStrings(items: unknown): boolean {
  if (!isJsonObject(items)) return false;
  return areTitledValues(items.anyOf) || (items.type === "string" && Array.isArray(items.enum));
}

function areTitledValues(values: unknown): boolean {
  return (
    Array.isArray(values) &&
    values.every((value) => isJsonObject(value) && typeof value.const === "string")
  );
}
