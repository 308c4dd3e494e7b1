/** Decides whether a schema is small enough for the editor, whose schema support has no limits. */
import { isJsonObject, type JsonObject } from "../core/json/jsonObject.ts";
import { createRefs } from "./prepare/refs.ts";
import { keyword, listOf, stringOf } from "./schemaObject.ts";

/** Maximum number of objects and arrays in the document. */
const maxPlaces = 20_000;
/** Maximum depth of the document. */
const maxLevels = 200;
/** Maximum length of all strings in the document, in UTF-16 code units. */
const maxTextLength = 1_000_000;
/** Maximum number of schemas that apply to the same value. */
const maxInPlace = 5_000;

/**
 * Whether an editor can process a schema: it is neither large nor deep, and no chain of `$ref`,
 * `allOf`, `anyOf` or `oneOf` multiplies the schemas that apply to one value.
 * @param schema the schema as it was parsed
 */
export function fitsEditor(schema: unknown): boolean {
  const places = placesOf(schema);
  if (!places) return false;
  const inPlace = createInPlaceCount(schema);
  return places.every((place) => inPlace(place, 0) <= maxInPlace);
}

function placesOf(document: unknown): JsonObject[] | undefined {
  const found: JsonObject[] = [];
  let level: unknown[] = [document];
  let places = 0;
  let text = 0;
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > maxLevels) return undefined;
    const below: unknown[] = [];
    for (const value of level) {
      if (typeof value === "string") text += value.length;
      if (typeof value !== "object" || value === null) continue;
      if (isJsonObject(value)) found.push(value);
      const inner = Object.entries(value);
      places += 1 + inner.length;
      if (places > maxPlaces) return undefined;
      for (const [name, member] of inner) {
        text += name.length;
        below.push(member);
      }
    }
    level = below;
  }
  return text > maxTextLength ? undefined : found;
}

/** Counts each schema once, however often it is referenced; a cycle counts as infinite. */
function createInPlaceCount(document: unknown) {
  const refs = createRefs(document);
  const counts = new Map<object, number>();

  const countOf = (schema: unknown, depth: number): number => {
    if (!isJsonObject(schema)) return 1;
    const known = counts.get(schema);
    if (known !== undefined) return known;
    if (depth > maxLevels) return Number.POSITIVE_INFINITY;
    counts.set(schema, Number.POSITIVE_INFINITY);
    let count = 1;
    for (const part of inPlace(schema)) count += countOf(part, depth + 1);
    counts.set(schema, count);
    return count;
  };

  const inPlace = (schema: JsonObject): unknown[] => {
    const reference = stringOf(schema, "$ref");
    const target = reference === undefined ? undefined : refs.resolve(schema, reference);
    const one = ["not", "if", "then", "else"].map((name) => keyword(schema, name));
    const many = ["allOf", "anyOf", "oneOf"].flatMap((name) => listOf(schema, name));
    return [target?.schema, ...one, ...many].filter((part) => part !== undefined);
  };

  return countOf;
}
