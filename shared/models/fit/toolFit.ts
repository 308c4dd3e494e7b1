/** Checks which model providers accept the definition of a tool unchanged. */
import { getOwn } from "../../core/json/getOwn.ts";
import { asJsonObject, isJsonObject, type JsonObject } from "../../core/json/jsonObject.ts";
import { findMisusedKeyword } from "../../core/json/schemaKeywords.ts";

export type FitProvider = "openai-strict" | "anthropic" | "google";

export const fitProviders: readonly FitProvider[] = ["openai-strict", "anthropic", "google"];

/** Why a definition does not fit; `at` is the path of the schema, empty for its root. */
export type Mismatch =
  | { readonly code: "name"; readonly maxLength: number }
  | { readonly code: "root-not-object" }
  | { readonly code: "root-union"; readonly keyword: string }
  | { readonly code: "keyword"; readonly keyword: string; readonly at: string }
  | { readonly code: "additional-properties"; readonly at: string }
  /** An object with members that its schema does not name. */
  | { readonly code: "open-object"; readonly at: string }
  | { readonly code: "not-required"; readonly property: string; readonly at: string }
  | { readonly code: "property-name"; readonly property: string }
  | { readonly code: "type-list"; readonly at: string }
  | { readonly code: "enum-not-text"; readonly at: string }
  /** No valid JSON Schema, which every provider refuses; `at` is a JSON Pointer. */
  | { readonly code: "malformed"; readonly at: string; readonly found: string }
  | { readonly code: "too-deep"; readonly maxDepth: number }
  /** The schema is too large to be checked to its end. */
  | { readonly code: "not-checked" };

const combining = ["allOf", "anyOf", "oneOf"];

/** Maximum number of reasons for one provider. */
export const maxReasons = 30;
/** Maximum number of subschemas that are checked. */
const maxNodes = 5000;

/** Reasons that a change of the schema removes after which it allows the same arguments. */
const changeable: ReadonlySet<Mismatch["code"]> = new Set([
  "additional-properties",
  // OpenAI has optional properties as required ones that may be null
  "not-required",
]);

/** Whether a definition that does not fit can be changed so that it does, and means the same. */
export function canBeMadeToFit(mismatches: readonly Mismatch[]): boolean {
  return mismatches.every(({ code }) => changeable.has(code));
}

/** Keywords that structured outputs refuse. */
const refusedByOpenAi = new Set(
  "allOf oneOf not if then else dependentRequired dependentSchemas patternProperties propertyNames minProperties maxProperties unevaluatedProperties unevaluatedItems contains minContains maxContains uniqueItems prefixItems".split(
    " ",
  ),
);

/** Keywords of the OpenAPI subset of a function's `parameters`. */
const knownToGoogle = new Set(
  "type format title description nullable enum maxItems minItems properties required minProperties maxProperties minLength maxLength pattern example anyOf propertyOrdering default items minimum maximum".split(
    " ",
  ),
);

/**
 * The reasons why a provider refuses a tool; none if it fits.
 * @param tool an entry of `tools/list`, not validated
 * @see https://platform.openai.com/docs/guides/structured-outputs#supported-schemas
 * @see https://docs.claude.com/en/docs/agents-and-tools/tool-use/implement-tool-use
 * @see https://ai.google.dev/api/caching#Schema
 */
export function toolFit(provider: FitProvider, tool: unknown): readonly Mismatch[] {
  const mismatches: Mismatch[] = [];
  const name = getOwn(tool, "name");
  const maxLength = provider === "anthropic" ? 128 : 64;
  if (typeof name !== "string" || !isName(provider, name, maxLength)) {
    mismatches.push({ code: "name", maxLength });
  }
  const root = asJsonObject(getOwn(tool, "inputSchema")) ?? {};
  if (root.type !== "object") mismatches.push({ code: "root-not-object" });
  const malformed = findMisusedKeyword(root);
  if (malformed) mismatches.push({ code: "malformed", ...malformed });
  for (const keyword of provider === "google" ? [] : combining) {
    if (root[keyword] !== undefined) mismatches.push({ code: "root-union", keyword });
  }
  const isComplete = visit(root, (schema, at, depth) => {
    if (mismatches.length < maxReasons) {
      const found = checks[provider](schema, at, depth);
      mismatches.push(
        ...found.filter((mismatch) => !mismatches.some((one) => isSame(one, mismatch))),
      );
    }
    return mismatches.length < maxReasons;
  });
  if (!isComplete) mismatches.push({ code: "not-checked" });
  return mismatches.slice(0, maxReasons);
}

/** Alternatives of a schema have the same path, so they can have the same reason. */
function isSame(one: Mismatch, other: Mismatch): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function isName(provider: FitProvider, name: string, maxLength: number): boolean {
  const pattern = provider === "google" ? /^[A-Za-z_][\w.:-]*$/ : /^[\w-]+$/;
  return name.length <= maxLength && pattern.test(name);
}

type Check = (schema: JsonObject, at: string, depth: number) => readonly Mismatch[];

const maxOpenAiDepth = 10;

const checks: Readonly<Record<FitProvider, Check>> = {
  "openai-strict"(schema, at, depth) {
    const properties = asJsonObject(schema.properties);
    const required = Array.isArray(schema.required) ? schema.required : [];
    const optional = Object.keys(properties ?? {}).filter((one) => !required.includes(one));
    const isObject = schema.type === "object" || properties !== undefined;
    const { additionalProperties } = schema;
    const isOpen = additionalProperties !== undefined || (at !== "" && properties === undefined);
    return [
      ...(depth > maxOpenAiDepth ? [{ code: "too-deep", maxDepth: maxOpenAiDepth } as const] : []),
      ...refusedKeyword(schema, at, (keyword) => refusedByOpenAi.has(keyword)),
      ...(isObject && additionalProperties !== false
        ? [{ code: isOpen ? "open-object" : "additional-properties", at } as const]
        : []),
      ...optional
        .slice(0, maxReasons)
        .map((property) => ({ code: "not-required", property, at }) as const),
    ];
  },
  anthropic({ properties }) {
    const names = Object.keys(asJsonObject(properties) ?? {});
    const property = names.find((name) => !/^[\w.-]{1,64}$/.test(name));
    return property === undefined ? [] : [{ code: "property-name", property }];
  },
  google(schema, at) {
    const isText = (value: unknown) => typeof value === "string";
    const values = Array.isArray(schema.enum) ? schema.enum : [];
    return [
      ...refusedKeyword(schema, at, (keyword) => !knownToGoogle.has(keyword)),
      ...(Array.isArray(schema.type) ? [{ code: "type-list", at } as const] : []),
      ...(values.every(isText) ? [] : [{ code: "enum-not-text", at } as const]),
    ];
  },
};

function refusedKeyword(
  schema: JsonObject,
  at: string,
  isRefused: (keyword: string) => boolean,
): readonly Mismatch[] {
  const keyword = Object.keys(schema).find((one) => one !== "$schema" && isRefused(one));
  return keyword === undefined ? [] : [{ code: "keyword", keyword, at }];
}

interface Visited {
  readonly schema: JsonObject;
  readonly at: string;
  /** Number of objects and lists around it. */
  readonly depth: number;
}

/**
 * Visits a schema and what is in it, breadth first.
 * @param look returns whether to continue
 * @returns false if the schema has too many parts
 */
function visit(
  root: JsonObject,
  look: (schema: JsonObject, at: string, depth: number) => boolean,
): boolean {
  const waiting: Visited[] = [{ schema: root, at: "", depth: 1 }];
  for (let next = 0; next < waiting.length; next++) {
    if (next >= maxNodes) return false;
    const { schema, at, depth } = waiting[next] as Visited;
    if (!look(schema, at, depth)) return true;
    const room = maxNodes + 1 - waiting.length;
    waiting.push(...partsOf(schema, at, depth).slice(0, Math.max(room, 0)));
  }
  return true;
}

function partsOf(schema: JsonObject, at: string, depth: number): readonly Visited[] {
  const path = (name: string) => (at === "" ? name : `${at}.${name}`);
  const named = ["properties", "$defs", "definitions"].flatMap((member) =>
    Object.entries(asJsonObject(schema[member]) ?? {}).map(
      ([name, part]) => [path(name), part] as const,
    ),
  );
  const listed = [...combining, "prefixItems"].flatMap((member) => {
    const parts = schema[member];
    return Array.isArray(parts) ? parts.map((part: unknown) => [at, part] as const) : [];
  });
  const single = [
    [`${at}[]`, schema.items],
    [path("*"), schema.additionalProperties],
  ] as const;
  return [...named, ...listed, ...single].flatMap(([place, part]) =>
    isJsonObject(part) ? [{ schema: part, at: place, depth: depth + 1 }] : [],
  );
}
