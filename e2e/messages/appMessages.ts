/** Reads the message definitions of MCP Apps from the schema.json of its package. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { isJsonObject, type JsonObject } from "../../shared/core/json/jsonObject.ts";
import {
  list,
  literal,
  object,
  ref,
  type SchemaDefinitions,
  union,
} from "../../shared/protocol/messages/schema.ts";
import { Conversion, type PublishedSchema } from "./conversion.ts";

const packageSchema = createRequire(import.meta.url).resolve(
  "@modelcontextprotocol/ext-apps/schema.json",
);

/** Members that have a definition in the protocol, which the package repeats in full. */
const protocolMembers: Readonly<Record<string, PublishedSchema>> = {
  tool: { $ref: "#/$defs/Tool" },
  content: { type: "array", items: { $ref: "#/$defs/ContentBlock" } },
  contents: {
    type: "array",
    items: { anyOf: [{ $ref: "#/$defs/EmbeddedResource" }, { $ref: "#/$defs/ResourceLink" }] },
  },
  // one member for each of 78 names
  variables: { type: "object", additionalProperties: { type: "string" } },
};

/** The definitions of messages and of the results of requests, without what checks do not use. */
export function appDefinitions(): SchemaDefinitions {
  const { $defs } = JSON.parse(readFileSync(packageSchema, "utf8")) as {
    readonly $defs: Readonly<Record<string, JsonObject>>;
  };
  const messages = Object.entries($defs).filter(([name]) =>
    /(Request|Notification|Result)$/.test(name),
  );
  const simplified = messages.map(([name, schema]) => [name, simplify(schema)]);
  const definitions = new Conversion().definitions({ $defs: Object.fromEntries(simplified) });
  return { ...definitions, ...corrections };
}

/** Where the text of the specification has more than the schema, or another definition says it shorter. */
const corrections: SchemaDefinitions = {
  McpUiMessageRequest: object({
    method: literal("ui/message"),
    params: object({
      role: literal("user"),
      content: union(list(ref("ContentBlock")), ref("ContentBlock")),
    }),
  }),
  McpUiToolResultNotification: object({
    method: literal("ui/notifications/tool-result"),
    params: ref("CallToolResult"),
  }),
};

const keywords = ["type", "const", "enum", "properties", "required", "items", "anyOf", "allOf"];

function simplify(schema: JsonObject): PublishedSchema {
  const { properties, anyOf, allOf, items } = schema;
  if (Array.isArray(anyOf)) {
    if (anyOf.some((branch) => Object.keys(branch).length === 0)) return {};
    if (anyOf.every((branch) => typeof branch.const === "string")) {
      return { enum: anyOf.map((branch) => branch.const) };
    }
  }
  return {
    ...Object.fromEntries(keywords.filter((key) => key in schema).map((key) => [key, schema[key]])),
    ...(isJsonObject(properties) && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, member]) => [
          name,
          protocolMembers[name] ?? simplify(member as JsonObject),
        ]),
      ),
    }),
    ...(isJsonObject(items) && { items: simplify(items) }),
    ...(Array.isArray(anyOf) && { anyOf: anyOf.map(simplify) }),
    ...(Array.isArray(allOf) && { allOf: allOf.map(simplify) }),
  };
}
