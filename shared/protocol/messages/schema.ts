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

export const any = {} as const;
export const anyObject = { type: "object" } as const;
export const string = { type: "string" } as const;
export const number = { type: "number" } as const;
export const integer = { type: "integer" } as const;
export const boolean = { type: "boolean" } as const;
export const uri = { type: "string", format: "uri" } as const;
export const uriTemplate = { type: "string", format: "uri-template" } as const;
/** Bytes as base64 text. */
export const base64 = { type: "string", format: "byte" } as const;
/** A number from 0 to 1. */
export const fraction = { type: "number", minimum: 0, maximum: 1 } as const;

/** A schema with a hint that the editor shows. */
export function about<const T extends Schema>(description: string, schema: T) {
  return { ...schema, description };
}

/** Exactly this value. */
export function literal<const T extends string | number>(value: T) {
  return { const: value };
}

/** One of these texts. */
export function choice<const T extends readonly string[]>(...texts: T) {
  return { enum: texts };
}

/** A reference; it resolves within the revision whose definitions contain it. */
export function ref<const N extends string>(name: N): { readonly $ref: `#/$defs/${N}` } {
  return { $ref: `#/$defs/${name}` };
}

/** Any of several schemas. */
export function union<const T extends readonly Schema[]>(...branches: T) {
  return { anyOf: branches };
}

/** Any of several definitions, by name. */
export function unionOf<const N extends readonly string[]>(...names: N) {
  return { anyOf: names.map((name: N[number]) => ref(name)) };
}

/** A value that matches both schemas. */
export function all<const A extends Schema, const B extends Schema>(
  first: A,
  second: B,
): { readonly allOf: readonly [A, B] } {
  return { allOf: [first, second] };
}

/** An array of items of one kind. */
export function list<const T extends Schema>(items: T) {
  return { type: "array", items } as const;
}

/** An object whose members may have any name and have values of one kind. */
export function map<const T extends Schema>(values: T) {
  return { type: "object", additionalProperties: values } as const;
}

/** An object with these members; other members are allowed. */
export interface ObjectSchema<R extends Members, O extends Members> {
  readonly type: "object";
  readonly properties: R & O;
  readonly required: readonly (keyof R & string)[];
}

/** An object with required and optional members. */
export function object<const R extends Members, const O extends Members = Record<never, never>>(
  required: R,
  optional: O = {} as O,
): ObjectSchema<R, O> {
  return {
    type: "object",
    properties: { ...required, ...optional },
    required: Object.keys(required),
  };
}

interface AnyObject {
  readonly type: "object";
  readonly properties: Members;
  readonly required: readonly string[];
}

type Extended<B extends AnyObject, R extends Members, O extends Members> = {
  readonly type: "object";
  readonly properties: Omit<B["properties"], keyof R | keyof O> & R & O;
  readonly required: readonly (Exclude<B["required"][number], keyof O> | (keyof R & string))[];
};

/** The base with added or replaced members. */
export function extend<
  B extends AnyObject,
  const R extends Members,
  const O extends Members = Record<never, never>,
>(base: B, required: R, optional: O = {} as O): Extended<B, R, O> {
  const kept = base.required.filter((name) => !(name in required || name in optional));
  return {
    type: "object",
    properties: { ...base.properties, ...required, ...optional },
    required: [...kept, ...Object.keys(required)] as Extended<B, R, O>["required"],
  };
}

type Lacking<B extends AnyObject, N extends string> = {
  readonly type: "object";
  readonly properties: Omit<B["properties"], N>;
  readonly required: readonly Exclude<B["required"][number], N>[];
};

/** The base without some of its members. */
export function without<B extends AnyObject, const N extends readonly string[]>(
  base: B,
  ...names: N
): Lacking<B, N[number]> {
  return {
    type: "object",
    properties: dropKeys(base.properties, names) as Lacking<B, N[number]>["properties"],
    required: base.required.filter(
      (name): name is Exclude<B["required"][number], N[number]> => !names.includes(name),
    ),
  };
}

/** A revision's definitions: those of the previous revision, some removed, some new or changed. */
export type Revised<B extends SchemaDefinitions, C extends SchemaDefinitions, N extends string> = {
  readonly [K in Exclude<keyof B, N> | keyof C]: K extends keyof C
    ? C[K]
    : K extends keyof B
      ? B[K]
      : never;
};

/** Derives a revision from the previous one. */
export function revise<
  B extends SchemaDefinitions,
  C extends SchemaDefinitions,
  const N extends readonly string[],
>(base: B, changes: C, removed: N): Revised<B, C, N[number]> {
  return { ...dropKeys(base, removed), ...changes } as Revised<B, C, N[number]>;
}

function dropKeys<T>(from: Readonly<Record<string, T>>, names: readonly string[]) {
  return Object.fromEntries(Object.entries(from).filter(([name]) => !names.includes(name)));
}
