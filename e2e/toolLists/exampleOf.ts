/** Makes example arguments for an input schema, without help from the code that plans its form. */
import { isJsonObject, type JsonObject } from "../../shared/core/json/jsonObject.ts";

/** Texts of the formats, and of the patterns, that the captured schemas use. */
const texts: Readonly<Record<string, string>> = {
  uri: "https://example.com/",
  date: "2026-01-31",
  "date-time": "2026-01-31T10:00:00Z",
  email: "ada@example.com",
  uuid: "5d3f6f9e-2c55-4a57-a3f8-0d8d4c1b7a10",
};

/** Objects below this depth have their required properties only: some schemas refer to themselves. */
const maxDepth = 6;

/**
 * Returns a value with every property of the schema, the first of each choice, and one item per array.
 * @param schema the whole schema, in which `$ref`s are looked up
 */
export function exampleOf(schema: JsonObject): unknown {
  return exampleFor(schema, schema, 0);
}

function exampleFor(part: unknown, whole: JsonObject, depth: number): unknown {
  if (!isJsonObject(part)) return "anything";
  if (typeof part.$ref === "string") return exampleFor(lookUp(part.$ref, whole), whole, depth + 1);
  const merged = Array.isArray(part.allOf) ? Object.assign({}, part, ...part.allOf) : part;
  if (Object.hasOwn(merged, "const")) return merged.const;
  for (const list of [merged.enum, merged.examples]) if (Array.isArray(list)) return list[0];
  if (Object.hasOwn(merged, "default") && depth > 0) return merged.default;
  const choice = merged.anyOf ?? merged.oneOf;
  if (Array.isArray(choice)) {
    const { anyOf: _, oneOf: __, ...shared } = merged;
    return exampleFor({ ...shared, ...choice[0] }, whole, depth);
  }
  const [type] = [merged.type].flat();
  switch (type ?? (merged.properties ? "object" : undefined)) {
    case "object":
      return objectOf(merged, whole, depth);
    case "array":
      return Array.from({ length: Math.max(1, Number(merged.minItems ?? 0)) }, () =>
        exampleFor(merged.items, whole, depth + 1),
      );
    case "number":
    case "integer":
      return numberOf(merged);
    case "boolean":
      return true;
    case "null":
      return null;
    default:
      return texts[String(merged.format)] ?? "text".padEnd(Number(merged.minLength ?? 0), "x");
  }
}

function objectOf(schema: JsonObject, whole: JsonObject, depth: number): JsonObject {
  const required = new Set(Array.isArray(schema.required) ? schema.required : []);
  const declared = Object.entries(isJsonObject(schema.properties) ? schema.properties : {})
    .filter(([name]) => depth < maxDepth || required.has(name))
    .map(([name, property]) => [name, exampleFor(property, whole, depth + 1)] as const);
  const free = isJsonObject(schema.additionalProperties)
    ? [["added", exampleFor(schema.additionalProperties, whole, depth + 1)] as const]
    : [];
  return Object.fromEntries([...declared, ...free]);
}

function numberOf({ minimum, exclusiveMinimum, maximum }: JsonObject): number {
  const least = typeof exclusiveMinimum === "number" ? exclusiveMinimum + 1 : (minimum ?? 1);
  return Math.min(Number(least), typeof maximum === "number" ? maximum : Number.MAX_SAFE_INTEGER);
}

function lookUp(reference: string, whole: JsonObject): unknown {
  return reference
    .replace(/^#\/?/, "")
    .split("/")
    .filter((step) => step !== "")
    .map((step) => decodeURIComponent(step).replaceAll("~1", "/").replaceAll("~0", "~"))
    .reduce<unknown>((at, step) => (at as JsonObject | undefined)?.[step], whole);
}
