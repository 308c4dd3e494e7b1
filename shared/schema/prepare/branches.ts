/** Lists the shapes and options of a schema, and finds the shape of a value. */

import { isJsonObject, type JsonObject } from "../../core/json/jsonObject.ts";
import type { JsonNode } from "../../core/json/jsonText.ts";
import { nodeIs } from "../../core/json/sameJson.ts";
import { shortened } from "../../core/text/shortened.ts";
import { maxFields, maxOptions, maxVariants, type OverBudget, overBudget } from "../budget.ts";
import { memoize } from "../memoize.ts";
import type { Option } from "../plan/field.ts";
import { entriesOf, keyword, listOf, requiredOf, stringOf, typesOf } from "../schemaObject.ts";
import { fits, hasType } from "../validate/fits.ts";
import type { SchemaReader } from "./reader.ts";

export interface Shape {
  /** Undefined if nothing in the schema distinguishes this shape from others. */
  readonly label: string | undefined;
  /** The flat schema of the whole value in this shape. */
  readonly schema: JsonObject;
}

/** UTF-16 code units of a choice's label. */
const maxLabelLength = 200;

/** Keywords that restrict a value without determining its shape. */
const narrowing = new Set([
  "required",
  "not",
  "minProperties",
  "maxProperties",
  "$comment",
  "description",
  "title",
]);

/** The exceeded budget if a schema has too many options or shapes; otherwise undefined. */
export function tooManyChoices(reader: SchemaReader, flat: JsonObject): OverBudget | undefined {
  const ofReader = memoize(counted, reader, () => new WeakMap());
  return memoize(ofReader, flat, () => ({ excess: countChoices(reader, flat) })).excess;
}

const counted = new WeakMap<SchemaReader, WeakMap<object, { excess: OverBudget | undefined }>>();

function countChoices(reader: SchemaReader, flat: JsonObject): OverBudget | undefined {
  const values = listOf(flat, "enum").length;
  if (values > maxOptions) return overBudget("options", maxOptions, values);
  const properties = keyword(flat, "properties");
  const fields = isJsonObject(properties) ? Object.keys(properties).length : 0;
  if (fields > maxFields) return overBudget("fields", maxFields, fields);
  for (const name of ["anyOf", "oneOf"]) {
    const branches = listOf(flat, name);
    if (branches.length > maxOptions) return overBudget("variants", maxVariants, branches.length);
    const readings = branches.map((branch) => reader.read(branch));
    const unread = readings.find((reading) => reading.overBudget);
    if (unread) return unread.overBudget;
    const shapes = readings.filter(({ schema }) => !Object.hasOwn(schema, "const"));
    if (shapes.length > maxVariants) return overBudget("variants", maxVariants, branches.length);
  }
  return undefined;
}

/** The shapes other than null, and whether null is allowed. */
export function shapesOf(
  reader: SchemaReader,
  flat: JsonObject,
): { shapes: Shape[]; nullable: boolean } {
  const name = ["anyOf", "oneOf"].find((candidate) => listOf(flat, candidate).length > 0);
  if (name !== undefined) {
    const { [name]: list, ...rest } = flat;
    const branches = listOf(flat, name).map((raw) => ({ raw, flat: reader.read(raw).schema }));
    if (branches.every((branch) => Object.keys(branch.flat).every((key) => narrowing.has(key)))) {
      return shapesOf(
        reader,
        memo(flat, name, () => rest),
      );
    }
    const real = branches.filter((branch) => !isNull(branch.flat));
    const shapes = real.map((branch) => ({
      label: labelOf(branch.raw, branch.flat),
      schema: reader.join(
        memo(flat, name, () => rest),
        branch.flat,
      ),
    }));
    return {
      shapes,
      nullable: real.length < branches.length || (typesOf(flat)?.includes("null") ?? false),
    };
  }
  const types = typesOf(flat);
  if (types === undefined || Object.hasOwn(flat, "enum") || Object.hasOwn(flat, "const")) {
    return { shapes: [{ label: "", schema: flat }], nullable: false };
  }
  const named = types.filter(
    (type) => type !== "null" && !(type === "integer" && types.includes("number")),
  );
  const nullable = types.includes("null");
  if (named.length <= 1 && !nullable) return { shapes: [{ label: "", schema: flat }], nullable };
  const shapes = named.map((type) => ({
    label: type,
    schema: memo(flat, `type ${type}`, () => ({ ...flat, type })),
  }));
  return { shapes, nullable: nullable && named.length > 0 };
}

const known = new WeakMap<SchemaReader, WeakMap<object, { options: Option[] | undefined }>>();

/** The options of a schema that lists its values, `null` among them; undefined for any other schema. */
export function optionsOf(reader: SchemaReader, flat: JsonObject): readonly Option[] | undefined {
  const ofReader = memoize(known, reader, () => new WeakMap());
  return memoize(ofReader, flat, () => ({ options: listOptions(reader, flat) })).options;
}

function listOptions(reader: SchemaReader, flat: JsonObject): Option[] | undefined {
  if (Object.hasOwn(flat, "const")) return [option(flat.const)];
  const list = keyword(flat, "enum");
  if (Array.isArray(list)) {
    const names = listOf(flat, "enumNames");
    return disambiguate(list.map((value, index) => option(value, names[index])));
  }
  const name = ["oneOf", "anyOf"].find((candidate) => listOf(flat, candidate).length > 1);
  if (name === undefined) return undefined;
  const branches = listOf(flat, name).map((branch) => reader.read(branch).schema);
  if (!branches.every((branch) => Object.hasOwn(branch, "const"))) return undefined;
  return disambiguate(branches.map((branch) => option(branch.const, keyword(branch, "title"))));
}

/** Which shape a value has: by its fixed properties, then by matching completely, then by type. */
export function shapeOf(reader: SchemaReader, shapes: readonly Shape[], node: JsonNode): number {
  const scores = shapes.map(({ schema }) => {
    if (!hasType(typesOf(schema), node)) return -1;
    const fixed = node.kind === "object" ? fixedProperties(reader, schema, node) : [];
    const agreement = fixed.includes(false) ? 0 : fixed.length > 0 ? 4 : 2;
    return agreement + (fits(reader, schema, node) ? 1 : 0);
  });
  return Math.max(0, scores.indexOf(Math.max(...scores)));
}

/** For every present property with fixed values: whether its value is one of them. */
function fixedProperties(
  reader: SchemaReader,
  schema: JsonObject,
  node: Extract<JsonNode, { kind: "object" }>,
): boolean[] {
  const members = new Map(node.members.map((member) => [member.key, member.value]));
  return entriesOf(schema, "properties").flatMap(([name, property]) => {
    const value = members.get(name);
    const { schema: flat } = reader.read(property);
    const allowed = Object.hasOwn(flat, "const") ? [flat.const] : keyword(flat, "enum");
    return value && Array.isArray(allowed) ? [allowed.some((item) => nodeIs(value, item))] : [];
  });
}

function labelOf(raw: unknown, flat: JsonObject): string | undefined {
  const title = isJsonObject(raw) ? (stringOf(raw, "title") ?? stringOf(flat, "title")) : undefined;
  if (title) return title;
  for (const [, property] of entriesOf(flat, "properties")) {
    if (isJsonObject(property) && Object.hasOwn(property, "const")) return show(property.const);
  }
  const ref = isJsonObject(raw) ? stringOf(raw, "$ref") : undefined;
  const types = typesOf(flat);
  const lone = types?.join(" | ");
  if (ref) return ref.split(/[/#]/).at(-1) || lone;
  if (Object.hasOwn(flat, "const")) return show(flat.const);
  if (lone !== undefined && lone !== "object") return stringOf(flat, "format") ?? lone;
  const required = requiredOf(flat);
  return required.length > 0 ? required.join(", ") : lone;
}

function isNull(schema: JsonObject): boolean {
  const types = typesOf(schema);
  return (types?.length === 1 && types[0] === "null") || keyword(schema, "const") === null;
}

function option(value: unknown, title?: unknown): Option {
  const label = typeof title === "string" ? title : show(value);
  return { label: shortened(label, maxLabelLength), text: JSON.stringify(value) };
}

function show(value: unknown): string {
  return typeof value === "string" && value !== "" ? value : JSON.stringify(value);
}

/** Labels that are ambiguous, alone or by type, are shown as JSON. */
function disambiguate(options: readonly Option[]): Option[] {
  const times = new Map<string, number>();
  for (const { label } of options) times.set(label, (times.get(label) ?? 0) + 1);
  return options.map((one) =>
    times.get(one.label) === 1
      ? one
      : { ...one, label: `${one.label} · ${shortened(one.text, maxLabelLength)}` },
  );
}

const derived = new WeakMap<object, Map<string, JsonObject>>();

/** The same variant of the same schema is the same object, so that plans can be compared by identity. */
function memo(schema: JsonObject, variant: string, make: () => JsonObject): JsonObject {
  const variants = memoize(derived, schema, () => new Map<string, JsonObject>());
  const made = variants.get(variant) ?? make();
  variants.set(variant, made);
  return made;
}
