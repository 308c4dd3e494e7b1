/** Derives the properties that all kinds of fields share. */

import { isJsonObject, type JsonObject } from "../../core/json/jsonObject.ts";
import { type JsonNode, type Path, parseJson } from "../../core/json/jsonText.ts";
import { shortened } from "../../core/text/shortened.ts";
import { hintsOf } from "../prepare/hints.ts";
import type { SchemaReader } from "../prepare/reader.ts";
import { keyword, stringOf } from "../schemaObject.ts";
import { fits } from "../validate/fits.ts";
import type { FieldBase, Option } from "./field.ts";

/** Maximum length of a text, in UTF-16 code units. */
const maxTextLength = 4_000;
/** Maximum length of a label, in UTF-16 code units. */
const maxLabelLength = 200;
/** Maximum length of a default that is checked against its schema, in UTF-16 code units. */
const maxDefaultLength = 10_000;

/** Maximum length of an example's label, in UTF-16 code units. */
const maxExampleLength = 60;

/** A place in the value, with its schema. */
export interface Place {
  readonly raw: unknown;
  readonly node: JsonNode | undefined;
  readonly path: Path;
  readonly name: string;
  readonly required: boolean;
  readonly omittable: boolean;
  readonly undeclared: boolean;
  readonly renamable: boolean;
}

/** What is known about a place before its field is planned. */
interface PlaceFacts {
  /** The JSON text of the value; undefined if it is absent. */
  readonly source: string | undefined;
  readonly pointer: string;
  /** The schema at this place with its conditions applied. */
  readonly flat: JsonObject;
}

/** Derives the shared properties of the field at a place. */
export function fieldBase(
  reader: SchemaReader,
  place: Place,
  { source, pointer, flat }: PlaceFacts,
): FieldBase {
  const notes = [...reader.read(place.raw).notes];
  let defaultText = Object.hasOwn(flat, "default") ? JSON.stringify(flat.default) : undefined;
  const isChecked = defaultText !== undefined && defaultText.length <= maxDefaultLength;
  const parsed = isChecked ? parseJson(defaultText ?? "") : undefined;
  if (parsed?.kind === "tree" && parsed.root && !fits(reader, flat, parsed.root)) {
    notes.push({ code: "invalid-default", text: shortened(defaultText ?? "", maxLabelLength) });
    defaultText = undefined;
  }
  return {
    path: place.path,
    pointer,
    label: shortened(ownTitle(place.raw) || place.name || '""', maxLabelLength),
    description: textOf(flat, "description"),
    required: place.required,
    nullable: false,
    omittable: place.omittable,
    presence: !place.node ? "absent" : place.node.kind === "null" ? "null" : "present",
    source,
    defaultText,
    hints: hintsOf(flat),
    notes,
    undeclared: place.undeclared,
    renamable: place.renamable,
    examples: examplesOf(reader, flat),
    secret: keyword(flat, "writeOnly") === true || stringOf(flat, "format") === "password",
  };
}

/** Maximum number of examples that are offered. */
const maxExamples = 5;

function examplesOf(reader: SchemaReader, flat: JsonObject): readonly Option[] {
  const examples = keyword(flat, "examples");
  if (!Array.isArray(examples)) return [];
  const texts = examples.slice(0, maxExamples).map((example) => JSON.stringify(example) ?? "null");
  return [...new Set(texts)].flatMap((text) => {
    const parsed = text.length <= maxDefaultLength ? parseJson(text) : undefined;
    const isFitting = parsed?.kind === "tree" && parsed.root && fits(reader, flat, parsed.root);
    const label = text.startsWith('"') ? String(JSON.parse(text)) : text;
    return isFitting ? [{ label: shortened(label, maxExampleLength), text }] : [];
  });
}

/** Adds the properties that the chosen shape of a union gives the field. */
export function inShape(base: FieldBase, shape: JsonObject): FieldBase {
  return {
    ...base,
    description: base.description ?? textOf(shape, "description"),
    hints: hintsOf(shape),
  };
}

/** The description of a shape, unless it equals the union's. */
export function shapeDescription(whole: JsonObject, shape: JsonObject): string | undefined {
  const own = textOf(shape, "description");
  return own === textOf(whole, "description") ? undefined : own;
}

function textOf(schema: JsonObject, name: string): string | undefined {
  const text = stringOf(schema, name);
  return text && shortened(text, maxTextLength);
}

/** The title at this place only: the title of a shared definition would label many fields alike. */
function ownTitle(raw: unknown): string | undefined {
  return isJsonObject(raw) ? stringOf(raw, "title") : undefined;
}
