/** What every field says about itself, whatever its kind. */
import type { FieldBase } from "./field.ts";
import { fits } from "./fits.ts";
import { hintsOf } from "./hints.ts";
import { type JsonNode, type Path, parseJson } from "./jsonText.ts";
import type { Reader } from "./reader.ts";
import { isObject, keyword, type SchemaObject, stringOf } from "./schemaObject.ts";

/** A place in the value, with the schema that stands for it. */
export interface Place {
  readonly raw: unknown;
  readonly node: JsonNode | undefined;
  readonly path: Path;
  readonly name: string;
  readonly required: boolean;
  readonly omittable: boolean;
  readonly undeclared: boolean;
}

/** @param flat the schema at this place with its conditions followed */
export function fieldBase(
  reader: Reader,
  place: Place,
  source: string | undefined,
  pointer: string,
  flat: SchemaObject,
): FieldBase {
  const notes = [...reader.read(place.raw).notes];
  let defaultText = Object.hasOwn(flat, "default") ? JSON.stringify(flat.default) : undefined;
  const parsed = defaultText === undefined ? undefined : parseJson(defaultText);
  if (parsed?.kind === "tree" && parsed.root && !fits(reader, flat, parsed.root)) {
    notes.push(`The default ${defaultText} does not fit the schema`);
    defaultText = undefined;
  }
  return {
    path: place.path,
    pointer,
    label: ownTitle(place.raw) || place.name || '""',
    description: stringOf(flat, "description"),
    required: place.required,
    nullable: false,
    omittable: place.omittable,
    presence: !place.node ? "absent" : place.node.kind === "null" ? "null" : "present",
    source,
    defaultText,
    hints: hintsOf(flat),
    notes,
    undeclared: place.undeclared,
    secret: keyword(flat, "writeOnly") === true || stringOf(flat, "format") === "password",
  };
}

/** The same place once one shape is chosen: it may say more about itself. */
export function inShape(base: FieldBase, shape: SchemaObject): FieldBase {
  return {
    ...base,
    description: base.description ?? stringOf(shape, "description"),
    hints: hintsOf(shape),
  };
}

/** What a shape says about itself, where the whole says something else. */
export function shapeDescription(whole: SchemaObject, shape: SchemaObject): string | undefined {
  const own = stringOf(shape, "description");
  return own === stringOf(whole, "description") ? undefined : own;
}

/** The title given at this very place; that of a shared type would name many fields alike. */
function ownTitle(raw: unknown): string | undefined {
  return isObject(raw) ? stringOf(raw, "title") : undefined;
}
