/** Copies an untrusted schema into one that is safe for the validator, and lists the parts left out. */
import { format as formats, type Schema, type SchemaDraft } from "@cfworker/json-schema";
import { isJsonObject, type JsonObject } from "../../core/json/jsonObject.ts";
import type { Path } from "../../core/json/jsonText.ts";
import { toPointer } from "../../core/json/pointer.ts";
import {
  countKeywords,
  isBoolean,
  isNames,
  isNumber,
  isTypeOrTypes,
  limitKeywords,
  schemaLists,
  schemaMaps,
  schemaValues,
} from "../../core/json/schemaKeywords.ts";
import { isString, keyword as keywordOf, stringOf } from "../schemaObject.ts";
import { type Copied, cutLoops } from "./cutLoops.ts";
import { createRefs } from "./refs.ts";
import type { SchemaProblem } from "./schemaProblem.ts";

export interface Prepared {
  readonly root: Schema;
  readonly draft: SchemaDraft;
  /** Every copied schema under the name that the copies' `$ref`s use. */
  readonly lookup: Record<string, Schema>;
  readonly problems: readonly SchemaProblem[];
}

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

  const nameOf = (schema: unknown) => (isJsonObject(schema) ? copies.get(schema)?.name : undefined);

  const fill = (copy: Schema, schema: JsonObject, path: Path) => {
    const source: Source = {
      schema,
      draft,
      copyOf: (part, ...steps) => copyOf(part, [...path, ...steps]),
      report: (code, ...steps) => {
        problems.push({ pointer: toPointer([...path, ...steps]), code });
      },
    };
    copyAssertions(copy, source);
    for (const keyword of references) {
      const reference = stringOf(schema, keyword);
      if (reference === undefined) continue;
      const target = refs.resolve(schema, reference);
      if (!target) {
        source.report("unresolved-reference", keyword);
        continue;
      }
      source.copyOf(target.schema, keyword);
      const name = nameOf(target.schema);
      if (name !== undefined) copy.$ref = name;
      else if (target.schema === false) copy.not = empty({});
    }
    // before 2019-09 the neighbours of a reference are ignored
    if (copy.$ref !== undefined && (draft === "4" || draft === "7")) return;
    copySubschemas(copy, source);
    copyMaps(copy, source);
    copyDependencies(copy, source);
  };

  const root = copyOf(document, []);
  for (let next = queue.shift(); next; next = queue.shift()) next();
  cutLoops([...copies.values()], lookup, problems);
  return { root, draft, lookup, problems };
}

/** A schema that is being copied. */
interface Source {
  readonly schema: JsonObject;
  readonly draft: SchemaDraft;
  copyOf(part: unknown, ...steps: Path): Schema;
  /** Reports a part that is left out. */
  report(code: SchemaProblem["code"], ...steps: Path): void;
}

/** Copies the well-formed keywords that hold no schemas. */
function copyAssertions(copy: Schema, { schema, draft, report }: Source): void {
  const take = (keyword: string, isGood: (value: unknown) => boolean) => {
    if (!Object.hasOwn(schema, keyword)) return;
    if (isGood(schema[keyword])) copy[keyword] = schema[keyword];
    else report("malformed-keyword", keyword);
  };
  take("type", isTypeOrTypes);
  take("enum", Array.isArray);
  take("const", () => true);
  take("required", isNames);
  take("uniqueItems", isBoolean);
  take("pattern", isPattern);
  for (const keyword of countKeywords) take(keyword, isNumber);
  for (const keyword of limitKeywords) take(keyword, isNumber);
  for (const keyword of ["exclusiveMinimum", "exclusiveMaximum"]) {
    take(keyword, draft === "4" ? isBoolean : isNumber);
  }
  const format = stringOf(schema, "format");
  if (format !== undefined && Object.hasOwn(formats, format)) copy.format = format;
}

/** Copies the keywords that hold a schema or a list of schemas. */
function copySubschemas(copy: Schema, { schema, copyOf, report }: Source): void {
  for (const keyword of schemaValues) {
    if (Object.hasOwn(schema, keyword)) copy[keyword] = copyOf(schema[keyword], keyword);
  }
  const items = keywordOf(schema, "items");
  if (items !== undefined && !Array.isArray(items)) copy.items = copyOf(items, "items");
  for (const keyword of Array.isArray(items) ? [...schemaLists, "items"] : schemaLists) {
    if (!Object.hasOwn(schema, keyword)) continue;
    const list = schema[keyword];
    if (Array.isArray(list)) {
      copy[keyword] = list.map((part, index) => copyOf(part, keyword, index));
    } else report("malformed-keyword", keyword);
  }
}

/** Copies the keywords that map names or patterns to schemas. */
function copyMaps(copy: Schema, { schema, copyOf, report }: Source): void {
  for (const keyword of schemaMaps) {
    if (!Object.hasOwn(schema, keyword)) continue;
    const map = schema[keyword];
    if (!isJsonObject(map)) {
      report("malformed-keyword", keyword);
      continue;
    }
    const good = Object.entries(map).filter(([name]) => {
      if (keyword !== "patternProperties" || isPattern(name)) return true;
      report("invalid-pattern", keyword, name);
      return false;
    });
    copy[keyword] = own(good.map(([name, part]) => [name, copyOf(part, keyword, name)]));
  }
}

/** Copies `dependencies` as the two keywords that replaced it. */
function copyDependencies(copy: Schema, { schema, copyOf }: Source): void {
  const required: Record<string, string[]> = own(Object.entries(copy.dependentRequired ?? {}));
  const schemas: Record<string, Schema> = own(Object.entries(copy.dependentSchemas ?? {}));
  for (const keyword of ["dependentRequired", "dependencies"]) {
    const map = keywordOf(schema, keyword);
    if (!isJsonObject(map)) continue;
    for (const [name, part] of Object.entries(map)) {
      if (isNames(part)) required[name] = part;
      else schemas[name] = copyOf(part, keyword, name);
    }
  }
  if (Object.keys(required).length > 0) copy.dependentRequired = required;
  if (Object.keys(schemas).length > 0) copy.dependentSchemas = schemas;
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
