/** Reads a schema as one flat object: references followed, `allOf` joined, malformed parts noted. */
import { merge } from "./merge.ts";
import { createRefs } from "./refs.ts";
import { remember } from "./remember.ts";
import { isObject, listOf, type SchemaObject, stringOf } from "./schemaObject.ts";

/** A schema made flat; the same object for the same schema, so that readers can compare by identity. */
export interface Reading {
  readonly schema: SchemaObject;
  /** What could not be followed, in words for the person who wrote the schema. */
  readonly notes: readonly string[];
  /** Set where nothing can be said about the value: drawn as JSON. */
  readonly unreadable: boolean;
  /** Set for the schema `false`. */
  readonly never: boolean;
}

export interface Reader {
  read(schema: unknown): Reading;
  /** Joins two flat schemas; the same pair gives the same object. */
  join(first: SchemaObject, second: SchemaObject): SchemaObject;
}

const nothing: SchemaObject = Object.freeze({});
const anything: Reading = { schema: nothing, notes: [], unreadable: false, never: false };
const never: Reading = { ...anything, never: true };
const deepest = 100;

/** @param document the whole schema, in which references are looked up */
export function createReader(document: unknown): Reader {
  const refs = createRefs(document);
  const readings = new WeakMap<object, Reading>();
  const joined = new WeakMap<object, WeakMap<object, SchemaObject>>();

  const join = (first: SchemaObject, second: SchemaObject): SchemaObject => {
    const seconds = remember(joined, first, () => new WeakMap<object, SchemaObject>());
    return remember(seconds, second, () => merge(first, second));
  };

  const flatten = (schema: unknown, within: ReadonlySet<object>): Reading => {
    if (schema === true || schema === undefined) return anything;
    if (schema === false) return never;
    if (!isObject(schema)) return broken(`${kindOf(schema)} stands where a schema should`);
    if (within.has(schema)) return broken("A $ref leads back to itself");
    if (within.size > deepest) return broken("References and allOf go on for too long");
    const inner = new Set(within).add(schema);

    const parts: Reading[] = [];
    const ref =
      stringOf(schema, "$ref") ??
      stringOf(schema, "$dynamicRef") ??
      stringOf(schema, "$recursiveRef");
    if (ref !== undefined) {
      const target = refs.resolve(schema, ref);
      parts.push(
        target
          ? flatten(target.schema, inner)
          : broken(`$ref ${ref} leads to nothing in this schema`),
      );
    }
    for (const part of listOf(schema, "allOf")) parts.push(flatten(part, inner));
    if (parts.length === 0) return { ...anything, schema };

    const { $ref: _, $dynamicRef: __, $recursiveRef: ___, allOf: ____, ...own } = schema;
    if (parts.length === 1 && parts[0] && Object.keys(own).length === 0) return parts[0];
    return parts.reduce<Reading>(
      (all, part) => ({
        schema: merge(all.schema, part.schema),
        notes: [...all.notes, ...part.notes],
        unreadable: all.unreadable || (part.unreadable && ref !== undefined),
        never: all.never || part.never,
      }),
      { ...anything, schema: own },
    );
  };

  return {
    join,
    read(schema) {
      if (!isObject(schema)) return flatten(schema, new Set());
      return remember(readings, schema, () => flatten(schema, new Set()));
    },
  };
}

function broken(note: string): Reading {
  return { ...anything, notes: [note], unreadable: true };
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "An array" : `A ${typeof value}`;
}
