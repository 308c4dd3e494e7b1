/** Helps to write messages of a client: a schema that follows the method, and the smallest message of each method. */
import { asJsonObject, type JsonObject } from "../../core/json/jsonObject.ts";
import { toPointer } from "../../core/json/pointer.ts";
import { type Method, methods } from "../methods.ts";
import type { Revision } from "../revisions.ts";
import { definitionsOf } from "./definitions.ts";
import { paramsSchemaOf } from "./jsonSchemaOf.ts";

/** What the connected server offers, whose names and arguments are completed. */
export interface Offers {
  readonly tools: readonly { readonly name: string; readonly inputSchema: unknown }[];
  readonly prompts: readonly string[];
  /** URIs. */
  readonly resources: readonly string[];
}

/** Members of `_meta` that the schemas of most revisions do not name. */
const reservedMeta = {
  progressToken: { type: ["string", "integer"], description: "Asks for progress notifications" },
  traceparent: { type: "string", description: "W3C Trace Context: trace, parent and flags" },
  tracestate: { type: "string", description: "W3C Trace Context: members of vendors" },
  baggage: { type: "string", description: "W3C Baggage" },
};

const draft = "https://json-schema.org/draft/2020-12/schema";

/** The requests and notifications that a client may send, as the specification lists them. */
export function clientMethods(revision: Revision): readonly Method[] {
  return methods.filter(
    ({ direction, since, until }) =>
      direction === "client-to-server" && since <= revision && revision <= until,
  );
}

/**
 * Builds a JSON Schema for one message of a client: the method decides on the parameters, and the
 * name of a tool on its arguments. It refers to no other document.
 */
export function clientMessageSchema(revision: Revision, offers: Offers): JsonObject {
  const $defs: Record<string, unknown> = {};
  const known = clientMethods(revision);
  const rules = known.flatMap((of) => {
    const { method } = of;
    const params = paramsSchemaOf(revision, method);
    if (!params) return [];
    const name = `method ${method}`;
    $defs[name] = relocated(params, name);
    const required = needsParams(revision, of) ? ["params"] : [];
    const then = { properties: { params: { $ref: pointerTo(name) } }, required };
    return [whenEqual("method", method, then)];
  });
  const tools = offers.tools.map(({ name, inputSchema }) => {
    const definition = `tool ${name}`;
    $defs[definition] = relocated(inputSchema, definition);
    const inArguments = { properties: { arguments: { $ref: pointerTo(definition) } } };
    return whenEqual("name", name, inArguments);
  });
  const inParams = (method: string, params: JsonObject) =>
    whenEqual("method", method, { properties: { params } });
  return {
    $schema: draft,
    type: "object",
    properties: {
      jsonrpc: { const: "2.0" },
      params: { properties: { _meta: { properties: reservedMeta } } },
      id: { type: ["string", "integer"] },
      method: { type: "string", examples: known.map(({ method }) => method) },
    },
    required: ["jsonrpc"],
    allOf: [
      ...rules,
      inParams("tools/call", {
        properties: { name: { examples: offers.tools.map(({ name }) => name) } },
        ...(tools.length > 0 ? { allOf: tools } : {}),
      }),
      inParams("prompts/get", { properties: { name: { examples: offers.prompts } } }),
      inParams("resources/read", { properties: { uri: { examples: offers.resources } } }),
    ],
    $defs,
  };
}

/** The smallest message of a method that its schema allows, as indented JSON. */
export function messageSkeleton(revision: Revision, of: Method, id: number): string {
  const { method, kind } = of;
  const schema = asJsonObject(paramsSchemaOf(revision, method));
  const required = schema && requiredIn(schema, schema, revision);
  const isEmpty = !required || Object.keys(required).length === 0;
  const message = {
    jsonrpc: "2.0",
    ...(kind === "request" ? { id } : {}),
    method,
    ...(isEmpty && !needsParams(revision, of) ? {} : { params: required ?? {} }),
  };
  return JSON.stringify(message, undefined, 2);
}

/** Whether the definition of a method requires `params`. */
function needsParams(revision: Revision, { definition }: Method): boolean {
  const { required } = (definition && definitionsOf(revision)[definition]) || {};
  return required?.includes("params") ?? false;
}

function whenEqual(member: string, value: string, then: JsonObject): JsonObject {
  return { if: { properties: { [member]: { const: value } }, required: [member] }, then };
}

function pointerTo(definition: string): string {
  return `#/$defs/${encodeURIComponent(toPointer([definition]).slice(1))}`;
}

/** Copies a schema that becomes a definition of another document, with its references within itself. */
function relocated(schema: unknown, definition: string): unknown {
  const text = JSON.stringify(schema, (key, value: unknown) => {
    if (key === "$schema" || key === "$id") return undefined;
    if (key !== "$ref" || typeof value !== "string" || !value.startsWith("#")) return value;
    return pointerTo(definition) + value.slice(1);
  });
  return text === undefined ? {} : JSON.parse(text);
}

/** Deepest nesting of required members that is written out. */
const maxDepth = 6;

/** The smallest object that a schema allows; an unknown part is an empty text. */
function requiredIn(
  schema: JsonObject,
  root: JsonObject,
  revision: string,
  depth = 0,
): Record<string, unknown> {
  const parts = partsOf(schema, root);
  const properties = Object.assign({}, ...parts.map((part) => asJsonObject(part.properties)));
  const names = parts.flatMap(({ required }) =>
    Array.isArray(required) ? required.map(String) : [],
  );
  return Object.fromEntries(
    names.map((name) => {
      if (/(^|\/)protocolVersion$/.test(name)) return [name, revision];
      return [name, smallest(asJsonObject(properties[name]) ?? {}, root, revision, depth + 1)];
    }),
  );
}

function smallest(part: JsonObject, root: JsonObject, revision: string, depth: number): unknown {
  const schema = resolved(part, root);
  if (schema.const !== undefined) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  const [first] = Array.isArray(schema.anyOf) ? schema.anyOf : [];
  if (first !== undefined && depth < maxDepth) {
    return smallest(asJsonObject(first) ?? {}, root, revision, depth + 1);
  }
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  switch (type) {
    case "object":
      return depth < maxDepth ? requiredIn(schema, root, revision, depth) : {};
    case "array":
      return [];
    case "number":
    case "integer":
      return 0;
    case "boolean":
      return false;
    default:
      return "";
  }
}

/** A schema and the schemas that it combines with `allOf`. */
function partsOf(schema: JsonObject, root: JsonObject, depth = 0): readonly JsonObject[] {
  const own = resolved(schema, root);
  const others = Array.isArray(own.allOf) && depth < maxDepth ? own.allOf : [];
  return [own, ...others.flatMap((other) => partsOf(asJsonObject(other) ?? {}, root, depth + 1))];
}

/** Follows references to definitions of the document. */
function resolved(schema: JsonObject, root: JsonObject): JsonObject {
  let current = schema;
  for (let step = 0; step < maxDepth && typeof current.$ref === "string"; step++) {
    const name = current.$ref.slice("#/$defs/".length);
    current = asJsonObject(asJsonObject(root.$defs)?.[name]) ?? {};
  }
  return current;
}
