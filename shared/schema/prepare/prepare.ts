/** Copies an untrusted schema into one that is safe for the validator, and lists the parts left out. */

import { format as formats, type Schema, type SchemaDraft } from "@cfworker/json-schema";
import type { Path } from "../../core/json/jsonText.ts";
import { toPointer } from "../../core/json/pointer.ts";
import { isJsonObject, type JsonObject } from "../../core/jsonObject.ts";
import { isString, stringOf } from "../schemaObject.ts";
import { createRefs } from "./refs.ts";

/** A part of a schema that was left out, with its place in the schema. */
export interface SchemaProblem {
  readonly pointer: string;
  readonly code:
    | "not-a-schema"
    | "malformed-keyword"
    | "unresolved-reference"
    | "invalid-pattern"
    | "reference-loop"
    | "unknown-dialect";
}

export interface Prepared {
  readonly root: Schema;
  readonly draft: SchemaDraft;
  /** Every copied schema under the name that the copies' `$ref`s use. */
  readonly lookup: Record<string, Schema>;
  readonly problems: readonly SchemaProblem[];
}

interface Copied {
  readonly copy: Schema;
  readonly name: string;
  readonly path: Path;
}

const types = ["string", "number", "integer", "boolean", "object", "array", "null"];
const single = [
  "not",
  "if",
  "then",
  "else",
  "additionalProperties",
  "unevaluatedProperties",
  "propertyNames",
  "contains",
  "additionalItems",
  "unevaluatedItems",
];
const lists = ["allOf", "anyOf", "oneOf", "prefixItems"];
const maps = ["properties", "patternProperties", "dependentSchemas"];
const counts = [
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
  "minProperties",
  "maxProperties",
  "minContains",
  "maxContains",
];
const limits = ["minimum", "maximum", "multipleOf"];
const references = ["$ref", "$dynamicRef", "$recursiveRef"];

/**
 * Copies the keywords that validation needs: references become names in `lookup`, so that the validator
 * resolves, fetches and modifies nothing; malformed keywords are left out and reported.
 */
export function prepare(document: unknown): Prepared {
  const refs = createRefs(document);
  const problems: SchemaProblem[] = [];
  const lookup: Record<string, Schema> = Object.create(null);
  const copies = new Map<object, Copied>();
  const queue: (() => void)[] = [];
  const draft = draftOf(document, problems);

  const copyOf = (schema: unknown, path: Path): Schema => {
    if (schema === false) return empty({ not: empty({}) });
    if (schema === true) return empty({});
    if (!isJsonObject(schema)) {
      problems.push({ pointer: toPointer(path), code: "not-a-schema" });
      return empty({});
    }
    const known = copies.get(schema);
    if (known) return known.copy;
    const copy: Schema = empty({});
    const name = `#${copies.size}`;
    copies.set(schema, { copy, name, path });
    lookup[name] = copy;
    queue.push(() => fill(copy, schema, path));
    return copy;
  };

  const fill = (copy: Schema, schema: JsonObject, path: Path) => {
    const skip = (keyword: string, code: SchemaProblem["code"] = "malformed-keyword") => {
      problems.push({ pointer: toPointer([...path, keyword]), code });
    };
    /** Copies a keyword when it is well formed. */
    const take = (keyword: string, isGood: (value: unknown) => boolean) => {
      if (!Object.hasOwn(schema, keyword)) return;
      if (isGood(schema[keyword])) copy[keyword] = schema[keyword];
      else skip(keyword);
    };
    const isType = (value: unknown) => isString(value) && types.includes(value);
    const isNames = (value: unknown) => Array.isArray(value) && value.every(isString);
    const isNumber = (value: unknown) => typeof value === "number";

    take(
      "type",
      (value) => isType(value) || (Array.isArray(value) && value.length > 0 && value.every(isType)),
    );
    take("enum", Array.isArray);
    take("const", () => true);
    take("required", isNames);
    take("uniqueItems", (value) => typeof value === "boolean");
    take("pattern", isPattern);
    for (const keyword of counts) take(keyword, isNumber);
    for (const keyword of limits) take(keyword, isNumber);
    for (const keyword of ["exclusiveMinimum", "exclusiveMaximum"]) {
      take(keyword, draft === "4" ? (value) => typeof value === "boolean" : isNumber);
    }
    const format = stringOf(schema, "format");
    if (format !== undefined && Object.hasOwn(formats, format)) copy.format = format;

    for (const keyword of references) {
      const reference = stringOf(schema, keyword);
      if (reference === undefined) continue;
      const target = refs.resolve(schema, reference);
      if (!target) skip(keyword, "unresolved-reference");
      else {
        copyOf(target.schema, [...path, keyword]);
        const entry = isJsonObject(target.schema) ? copies.get(target.schema) : undefined;
        if (entry) copy.$ref = entry.name;
        else if (target.schema === false) copy.not = empty({});
      }
    }
    if (copy.$ref !== undefined && (draft === "4" || draft === "7")) return;
    for (const keyword of single) {
      if (Object.hasOwn(schema, keyword))
        copy[keyword] = copyOf(schema[keyword], [...path, keyword]);
    }
    const items = Object.hasOwn(schema, "items") ? schema.items : undefined;
    if (items !== undefined && !Array.isArray(items))
      copy.items = copyOf(items, [...path, "items"]);
    for (const keyword of Array.isArray(items) ? [...lists, "items"] : lists) {
      if (!Object.hasOwn(schema, keyword)) continue;
      const list = schema[keyword];
      if (Array.isArray(list))
        copy[keyword] = list.map((part, index) => copyOf(part, [...path, keyword, index]));
      else skip(keyword);
    }
    for (const keyword of maps) {
      if (!Object.hasOwn(schema, keyword)) continue;
      const map = schema[keyword];
      if (!isJsonObject(map)) {
        skip(keyword);
        continue;
      }
      const good = Object.entries(map).filter(([name]) => {
        if (keyword !== "patternProperties" || isPattern(name)) return true;
        problems.push({
          pointer: toPointer([...path, keyword, name]),
          code: "invalid-pattern",
        });
        return false;
      });
      copy[keyword] = own(
        good.map(([name, part]) => [name, copyOf(part, [...path, keyword, name])]),
      );
    }
    for (const keyword of ["dependentRequired", "dependencies"]) {
      const map = Object.hasOwn(schema, keyword) ? schema[keyword] : undefined;
      if (!isJsonObject(map)) continue;
      for (const [name, part] of Object.entries(map)) {
        const into = isNames(part) ? "dependentRequired" : "dependentSchemas";
        copy[into] ??= empty({});
        const made = isNames(part) ? part : copyOf(part, [...path, keyword, name]);
        Object.assign(copy[into] as object, own([[name, made]]));
      }
    }
  };

  const root = copyOf(document, []);
  for (let next = queue.shift(); next; next = queue.shift()) next();
  cutLoops([...copies.values()], lookup, problems);
  return { root, draft, lookup, problems };
}

/** Removes reference cycles that do not descend into the value. */
function cutLoops(
  copies: readonly Copied[],
  lookup: Record<string, Schema>,
  problems: SchemaProblem[],
): void {
  const places = new Map(copies.map(({ copy, path }) => [copy, path]));
  const cameFrom = new Map<Schema, Schema | undefined>();
  const done = new Set<Schema>();
  const cut = (last: Schema, first: Schema) => {
    let target = first;
    for (let from: Schema | undefined = last; from; target = from, from = cameFrom.get(from)) {
      if (from.$ref === undefined || lookup[from.$ref] !== target) continue;
      delete from.$ref;
      const pointer = toPointer([...(places.get(from) ?? []), "$ref"]);
      problems.push({ pointer, code: "reference-loop" });
      return;
    }
  };
  for (const { copy: start } of copies) {
    const stack: { schema: Schema; from: Schema | undefined; leave: boolean }[] = [
      { schema: start, from: undefined, leave: false },
    ];
    for (let step = stack.pop(); step; step = stack.pop()) {
      const { schema, from, leave } = step;
      if (leave) done.add(schema);
      else if (cameFrom.has(schema)) {
        if (!done.has(schema) && from) cut(from, schema);
      } else {
        cameFrom.set(schema, from);
        stack.push({ schema, from, leave: true });
        for (const inner of inPlace(schema, lookup)) {
          stack.push({ schema: inner, from: schema, leave: false });
        }
      }
    }
  }
}

/** The subschemas that apply to the same value. */
function inPlace(schema: Schema, lookup: Record<string, Schema>): Schema[] {
  const target = schema.$ref === undefined ? undefined : lookup[schema.$ref];
  return [
    ...(target ? [target] : []),
    ...[schema.not, schema.if, schema.then, schema.else].filter((part) => part !== undefined),
    ...(schema.allOf ?? []),
    ...(schema.anyOf ?? []),
    ...(schema.oneOf ?? []),
    ...Object.values(schema.dependentSchemas ?? {}),
  ];
}

/** @see https://json-schema.org/draft/2020-12/json-schema-core#section-8.1.1 */
function draftOf(document: unknown, problems: SchemaProblem[]): SchemaDraft {
  const uri = isJsonObject(document) ? stringOf(document, "$schema") : undefined;
  if (uri === undefined) return "2020-12";
  const known =
    /^https?:\/\/json-schema\.org\/(?:draft-0([4-7])|draft\/(2019-09|2020-12))\/schema#?$/.exec(
      uri,
    );
  if (known?.[1]) return known[1] === "4" ? "4" : "7";
  if (known?.[2]) return known[2] as SchemaDraft;
  problems.push({ pointer: "/$schema", code: "unknown-dialect" });
  return "2020-12";
}

function isPattern(value: unknown): boolean {
  try {
    return isString(value) && Boolean(new RegExp(value, "u"));
  } catch {
    return false;
  }
}

/** An object without a prototype, so that inherited names are not mistaken for keywords. */
function empty<T extends object>(members: T): T {
  return Object.assign(Object.create(null), members);
}

function own<T>(entries: Iterable<readonly [string, T]>): Record<string, T> {
  const made: Record<string, T> = Object.create(null);
  for (const [name, value] of entries) made[name] = value;
  return made;
}
