/** Reads keywords of untrusted schema objects: own properties only, any type of value. */

/** An untrusted JSON Schema object: any keyword may have any value. */
type SchemaObject = { readonly [keyword: string]: unknown };

function isObject(value: unknown): value is SchemaObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isString(value: unknown): value is string {
  return typeof value === "string";
}

/** The own value of a keyword, or undefined. */
export function keyword(schema: object, name: string): unknown {
  return Object.hasOwn(schema, name) ? (schema as SchemaObject)[name] : undefined;
}

/** The own value of a keyword if it is a string. */
export function stringOf(schema: object, name: string): string | undefined {
  const value = keyword(schema, name);
  return typeof value === "string" ? value : undefined;
}

/** The own value of a keyword if it is a number. */
export function numberOf(schema: object, name: string): number | undefined {
  const value = keyword(schema, name);
  return typeof value === "number" ? value : undefined;
}

/** The own entries of a keyword that maps names to schemas. */
export function entriesOf(schema: object, name: string): [string, unknown][] {
  const value = keyword(schema, name);
  return isObject(value) ? Object.entries(value) : [];
}

/** The own value of a keyword if it is an array; empty otherwise. */
export function listOf(schema: object, name: string): readonly unknown[] {
  const value = keyword(schema, name);
  return Array.isArray(value) ? value : [];
}

/** The names a schema object requires. */
export function requiredOf(schema: object): string[] {
  return listOf(schema, "required").filter(isString);
}

/** The types a schema states, or undefined if it states none. */
export function typesOf(schema: object): string[] | undefined {
  const value = keyword(schema, "type");
  if (typeof value === "string") return [value];
  return Array.isArray(value) && value.length > 0 ? value.filter(isString) : undefined;
}
