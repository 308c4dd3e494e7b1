/** Compiles message schemas into functions that check a value. */
import { isJsonObject } from "../../core/json/jsonObject.ts";
import { definitionName, type JsonType, type Schema } from "../messages/schema.ts";
import { valueFact } from "./checkFinding.ts";
import { looksLikeBase64, looksLikeUri } from "./checkFormats.ts";
import { valueTypeOf } from "./checkType.ts";
import { unionCheck } from "./checkUnion.ts";
import { type Check, type CheckRegistry, descend, reportViolation } from "./checkVisit.ts";

const accept: Check = () => true;

/**
 * Compiles a schema.
 *
 * @param schema the schema that values must match
 * @param registry resolves references
 * @param published whether to apply the types of the published schema.json where it lost part
 *   of the normative schema.ts
 */
export function compile(schema: Schema, registry: CheckRegistry, published: boolean): Check {
  const parts = [...partsOf(schema, registry, published)];
  const [only] = parts;
  if (only === undefined) return accept;
  if (parts.length === 1) return only;
  return (value, visit) => {
    let fits = true;
    for (const part of parts) {
      if (part(value, visit)) continue;
      fits = false;
      if (!visit.report) break;
    }
    return fits;
  };
}

function* partsOf(schema: Schema, registry: CheckRegistry, published: boolean): Generator<Check> {
  const inner = (part: Schema) => compile(part, registry, published);
  const types = (published && schema.publishedType) || schema.type;
  if (schema.$ref) yield refCheck(definitionName(schema.$ref), registry);
  if (types) yield typeCheck(typeof types === "string" ? [types] : types);
  if (schema.const !== undefined) yield valueCheck([schema.const]);
  if (schema.enum) yield valueCheck(schema.enum);
  if (schema.minimum !== undefined || schema.maximum !== undefined) yield rangeCheck(schema);
  if (schema.format) yield formatCheck(schema.format);
  if (schema.properties || schema.additionalProperties) yield membersCheck(schema, inner);
  if (schema.items) yield itemsCheck(inner(schema.items), schema.maxItems);
  if (schema.allOf) yield* schema.allOf.map(inner);
  if (schema.anyOf) yield unionCheck(schema.anyOf, registry, inner);
}

function refCheck(name: string, registry: CheckRegistry): Check {
  let check: Check | undefined;
  return (value, visit) => {
    check ??= registry.check(name);
    const outer = visit.definition;
    visit.definition = name;
    const fits = check(value, visit);
    visit.definition = outer;
    return fits;
  };
}

function typeCheck(types: readonly JsonType[]): Check {
  const allowed = new Set<JsonType>(types.includes("number") ? [...types, "integer"] : types);
  return (value, visit) => {
    const actual = valueTypeOf(value);
    return (
      allowed.has(actual) || reportViolation(visit, { code: "wrong-type", expected: types, actual })
    );
  };
}

function valueCheck(expected: readonly unknown[]): Check {
  return (value, visit) =>
    expected.includes(value) ||
    reportViolation(visit, { code: "wrong-value", expected, actual: valueFact(value) });
}

function rangeCheck({ minimum, maximum }: Schema): Check {
  return (value, visit) => {
    if (typeof value !== "number") return true;
    if (minimum !== undefined && value < minimum) {
      return reportViolation(visit, { code: "out-of-range", minimum });
    }
    if (maximum !== undefined && value > maximum) {
      return reportViolation(visit, { code: "out-of-range", maximum });
    }
    return true;
  };
}

/** Formats are annotations in JSON Schema: a string in another format is still valid. */
function formatCheck(format: NonNullable<Schema["format"]>): Check {
  return (value, visit) => {
    if (!visit.report || typeof value !== "string") return true;
    if (format === "uri" && !looksLikeUri(value)) {
      visit.report(visit, { code: "not-a-uri" }, "warning");
    } else if (format === "byte" && !looksLikeBase64(value)) {
      visit.report(visit, { code: "not-base64" }, "warning");
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
  return (members, visit) => {
    if (!isJsonObject(members)) return true;
    let fits = true;
    for (const member of required) {
      if (Object.hasOwn(members, member)) continue;
      fits = reportViolation(visit, { code: "missing-member", member });
      if (!visit.report) return false;
    }
    for (const [name, check] of checked) {
      if (!Object.hasOwn(members, name) || descend(check, members[name], name, visit)) continue;
      fits = false;
      if (!visit.report) return false;
    }
    if (others === accept) return fits;
    for (const name of Object.keys(members)) {
      if (known.has(name) || descend(others, members[name], name, visit)) continue;
      fits = false;
      if (!visit.report || visit.full) return false;
    }
    return fits;
  };
}

function itemsCheck(item: Check, maxItems = Number.POSITIVE_INFINITY): Check {
  return (value, visit) => {
    if (!Array.isArray(value)) return true;
    let fits = true;
    if (value.length > maxItems) {
      const detail = { code: "too-many-items", maximum: maxItems, actual: value.length } as const;
      fits = reportViolation(visit, detail);
    }
    if (item === accept) return fits;
    for (let index = 0; index < value.length && (fits || (visit.report && !visit.full)); index++) {
      fits = descend(item, value[index], index, visit) && fits;
    }
    return fits;
  };
}
