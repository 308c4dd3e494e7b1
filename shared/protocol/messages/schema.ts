/** Helpers for writing the message definitions; their values are plain JSON Schema. */

export type JsonType = "string" | "number" | "integer" | "boolean" | "null" | "object" | "array";

/** The part of JSON Schema 2020-12 that message schemas use, and one keyword of our own. */
export interface Schema {
  readonly $ref?: `#/$defs/${string}`;
  readonly type?: JsonType | readonly JsonType[];
  readonly const?: string | number;
  readonly enum?: readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly properties?: Members;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema;
  readonly items?: Schema;
  readonly maxItems?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly format?: "uri" | "uri-template" | "byte";
  readonly description?: string;
  /** The published type, where schema.json lost part of the normative schema.ts. */
  readonly publishedType?: readonly JsonType[];
}

type Members = Readonly<Record<string, Schema>>;

/** Definitions by their name in the specification. */
export type SchemaDefinitions = Readonly<Record<string, Schema>>;

/** The name of the definition that a reference points to. */
export function definitionName(reference: NonNullable<Schema["$ref"]>): string {
  return reference.slice("#/$defs/".length);
}

export const any: Schema = {};
export const anyObject: Schema = { type: "object" };
export const string: Schema = { type: "string" };
export const number: Schema = { type: "number" };
export const integer: Schema = { type: "integer" };
export const boolean: Schema = { type: "boolean" };
export const uri: Schema = { type: "string", format: "uri" };
export const uriTemplate: Schema = { type: "string", format: "uri-template" };
/** Bytes as base64 text. */
export const base64: Schema = { type: "string", format: "byte" };
export const fraction: Schema = { type: "number", minimum: 0, maximum: 1 };

/** A schema with a hint that the editor shows. */
export const about = (description: string, schema: Schema): Schema => ({ ...schema, description });

export const literal = (value: string | number): Schema => ({ const: value });

export const choice = (...texts: readonly string[]): Schema => ({ enum: texts });

/** A reference; it resolves within the revision whose definitions contain it. */
export const ref = (name: string): Schema => ({ $ref: `#/$defs/${name}` });

export const union = (...branches: readonly Schema[]): Schema => ({ anyOf: branches });

/** Any of several definitions, by name. */
export const unionOf = (...names: readonly string[]): Schema => ({ anyOf: names.map(ref) });

/** A value that matches all schemas. */
export const all = (...parts: readonly Schema[]): Schema => ({ allOf: parts });

export const list = (items: Schema): Schema => ({ type: "array", items });

/** An object whose members may have any name and have values of one kind. */
export const map = (values: Schema): Schema => ({ type: "object", additionalProperties: values });

/** An object with required and optional members; other members are allowed. */
export function object(required: Members, optional: Members = {}): Schema {
  return {
    type: "object",
    properties: { ...required, ...optional },
    required: Object.keys(required),
  };
}

/** The base with added or replaced members. */
export function extend(base = any, required: Members = {}, optional: Members = {}): Schema {
  const kept = base.required?.filter((name) => !(name in required || name in optional)) ?? [];
  return {
    type: "object",
    properties: { ...base.properties, ...required, ...optional },
    required: [...kept, ...Object.keys(required)],
  };
}

/** The base without some of its members. */
export function without(base = any, ...names: readonly string[]): Schema {
  return {
    type: "object",
    properties: dropKeys(base.properties ?? {}, names),
    required: base.required?.filter((name) => !names.includes(name)) ?? [],
  };
}

/** Derives a revision from the previous one: some definitions removed, some new or changed. */
export function revise(
  base: SchemaDefinitions,
  changes: SchemaDefinitions,
  removed: readonly string[],
): SchemaDefinitions {
  return { ...dropKeys(base, removed), ...changes };
}

function dropKeys(from: SchemaDefinitions, names: readonly string[]): SchemaDefinitions {
  return Object.fromEntries(Object.entries(from).filter(([name]) => !names.includes(name)));
}
