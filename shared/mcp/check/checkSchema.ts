/** Turns message schemas into functions that judge a value, and say all that is wrong with it. */

import { isOfficial, type JsonType, nameOf, type Schema } from "../messages/schema.ts";
import { inShort } from "./checkFinding.ts";
import { looksLikeBase64, looksLikeUri } from "./checkFormats.ts";
import { typeOf } from "./checkType.ts";
import { unionCheck } from "./checkUnion.ts";
import { type Book, type Check, descend, violation } from "./checkVisit.ts";

const accept: Check = () => true;

/**
 * Makes the check of a schema.
 *
 * @param schema what values must be like
 * @param book where references lead
 * @param published whether to judge as the published schema.json does, where it lost part of the
 *   specification's schema.ts
 */
export function compile(schema: Schema, book: Book, published: boolean): Check {
  const parts = [...partsOf(schema, book, published)];
  const [only] = parts;
  if (only === undefined) return accept;
  if (parts.length === 1) return only;
  return (value, visit) => {
    let fits = true;
    for (const part of parts) {
      if (part(value, visit)) continue;
      fits = false;
      if (!visit.tell) break;
    }
    return fits;
  };
}

function* partsOf(schema: Schema, book: Book, published: boolean): Generator<Check> {
  const inner = (part: Schema) => compile(part, book, published);
  const types = (published && schema.publishedType) || schema.type;
  if (schema.$ref) yield refCheck(nameOf(schema.$ref), book);
  if (types) yield typeCheck(typeof types === "string" ? [types] : types);
  if (schema.const !== undefined) yield valueCheck([schema.const]);
  if (schema.enum) yield valueCheck(schema.enum);
  if (schema.minimum !== undefined || schema.maximum !== undefined) yield rangeCheck(schema);
  if (schema.format) yield formatCheck(schema.format);
  if (schema.properties || schema.additionalProperties) yield membersCheck(schema, inner);
  if (schema.items) yield itemsCheck(inner(schema.items), schema.maxItems);
  if (schema.allOf) yield* schema.allOf.map(inner);
  if (schema.anyOf) yield unionCheck(schema.anyOf, book, inner);
}

function refCheck(name: string, book: Book): Check {
  let check: Check | undefined;
  const official = isOfficial(name);
  return (value, visit) => {
    check ??= book.check(name);
    const outer = visit.definition;
    if (official) visit.definition = name;
    const fits = check(value, visit);
    visit.definition = outer;
    return fits;
  };
}

function typeCheck(types: readonly JsonType[]): Check {
  const allowed = new Set<JsonType>(types.includes("number") ? [...types, "integer"] : types);
  return (value, visit) => {
    const actual = typeOf(value);
    return allowed.has(actual) || violation(visit, { code: "wrong-type", expected: types, actual });
  };
}

function valueCheck(expected: readonly unknown[]): Check {
  return (value, visit) =>
    expected.includes(value) ||
    violation(visit, { code: "wrong-value", expected, actual: inShort(value) });
}

function rangeCheck({ minimum, maximum }: Schema): Check {
  return (value, visit) => {
    if (typeof value !== "number") return true;
    if (minimum !== undefined && value < minimum) {
      return violation(visit, { code: "out-of-range", minimum });
    }
    if (maximum !== undefined && value > maximum) {
      return violation(visit, { code: "out-of-range", maximum });
    }
    return true;
  };
}

/** Formats are advice in JSON Schema: a text of another format is still valid. */
function formatCheck(format: NonNullable<Schema["format"]>): Check {
  return (value, visit) => {
    if (!visit.tell || typeof value !== "string") return true;
    if (format === "uri" && !looksLikeUri(value)) {
      visit.tell(visit, { code: "not-a-uri" }, "warning");
    } else if (format === "byte" && !looksLikeBase64(value)) {
      visit.tell(visit, { code: "not-base64" }, "warning");
    }
    return true;
  };
}

function membersCheck(schema: Schema, inner: (part: Schema) => Check): Check {
  const required = schema.required ?? [];
  const known = new Map(
    Object.entries(schema.properties ?? {}).map(([name, part]) => [name, inner(part)]),
  );
  const checked = [...known].filter(([, check]) => check !== accept);
  const others = schema.additionalProperties ? inner(schema.additionalProperties) : accept;
  return (value, visit) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return true;
    const members = value as Record<string, unknown>;
    let fits = true;
    for (const member of required) {
      if (Object.hasOwn(members, member)) continue;
      fits = violation(visit, { code: "missing-member", member });
      if (!visit.tell) return false;
    }
    for (const [name, check] of checked) {
      if (!Object.hasOwn(members, name) || descend(check, members[name], name, visit)) continue;
      fits = false;
      if (!visit.tell) return false;
    }
    if (others === accept) return fits;
    for (const name of Object.keys(members)) {
      if (known.has(name) || descend(others, members[name], name, visit)) continue;
      fits = false;
      if (!visit.tell || visit.full) return false;
    }
    return fits;
  };
}

function itemsCheck(item: Check, maxItems = Number.POSITIVE_INFINITY): Check {
  return (value, visit) => {
    if (!Array.isArray(value)) return true;
    let fits = true;
    if (value.length > maxItems) {
      const trouble = { code: "too-many-items", maximum: maxItems, actual: value.length } as const;
      fits = violation(visit, trouble);
    }
    if (item === accept) return fits;
    for (let index = 0; index < value.length && (fits || (visit.tell && !visit.full)); index++) {
      fits = descend(item, value[index], index, visit) && fits;
    }
    return fits;
  };
}
