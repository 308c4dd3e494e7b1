/** Message definitions of revision 2025-06-18, as changes to 2025-03-26. */
// Generated from official/2025-06-18.json by `npm run generate:messages`; do not edit.
// biome-ignore-all format: one definition per line shows what differs between revisions

import { about, anyObject, boolean, choice, extend, integer, list, literal, map, number, object, ref, revise, type SchemaDefinitions, string, unionOf, uri, uriTemplate } from "../schema.ts";
import { revision20250326 as base } from "./revision20250326.ts";

const removed = [
  "JSONRPCBatchRequest",
  "JSONRPCBatchResponse",
  "ResourceReference",
] as const;

const changes: SchemaDefinitions = {
  Annotations: extend(base.Annotations, {}, { lastModified: about("ISO 8601 date and time", string) }),
  AudioContent: extend(base.AudioContent, {}, { _meta: anyObject }),
  BaseMetadata: object({ name: string }, { title: string }),
  BlobResourceContents: extend(base.BlobResourceContents, {}, { _meta: anyObject }),
  BooleanSchema: object({ type: literal("boolean") }, { default: boolean, description: string, title: string }),
  CallToolResult: extend(base.CallToolResult, { content: list(ref("ContentBlock")) }, { structuredContent: anyObject }),
  ClientCapabilities: extend(base.ClientCapabilities, {}, { elicitation: anyObject }),
  ClientResult: unionOf("Result", "CreateMessageResult", "ListRootsResult", "ElicitResult"),
  CompleteRequest: extend(base.CompleteRequest, { params: object({ argument: object({ name: string, value: string }), ref: unionOf("PromptReference", "ResourceTemplateReference") }, { context: object({}, { arguments: map(string) }) }) }),
  ContentBlock: unionOf("TextContent", "ImageContent", "AudioContent", "ResourceLink", "EmbeddedResource"),
  ElicitRequest: object({ method: literal("elicitation/create"), params: object({ message: string, requestedSchema: object({ properties: map(ref("PrimitiveSchemaDefinition")), type: literal("object") }, { required: list(string) }) }) }),
  ElicitResult: object({ action: choice("accept", "cancel", "decline") }, { _meta: anyObject, content: map({ type: ["string","number","boolean"], publishedType: ["string","integer","boolean"] }) }),
  EmbeddedResource: extend(base.EmbeddedResource, {}, { _meta: anyObject }),
  EnumSchema: object({ enum: list(string), type: literal("string") }, { description: string, enumNames: list(string), title: string }),
  ImageContent: extend(base.ImageContent, {}, { _meta: anyObject }),
  Implementation: extend(base.Implementation, {}, { title: string }),
  JSONRPCMessage: unionOf("JSONRPCRequest", "JSONRPCNotification", "JSONRPCResponse", "JSONRPCError"),
  NumberSchema: object({ type: choice("integer", "number") }, { description: string, maximum: number, minimum: number, title: string }),
  PrimitiveSchemaDefinition: unionOf("StringSchema", "NumberSchema", "BooleanSchema", "EnumSchema"),
  Prompt: extend(base.Prompt, {}, { _meta: anyObject, title: string }),
  PromptArgument: extend(base.PromptArgument, {}, { title: string }),
  PromptMessage: object({ content: ref("ContentBlock"), role: ref("Role") }),
  PromptReference: extend(base.PromptReference, {}, { title: string }),
  Resource: extend(base.Resource, {}, { _meta: anyObject, title: string }),
  ResourceContents: extend(base.ResourceContents, {}, { _meta: anyObject }),
  ResourceLink: object({ name: string, type: literal("resource_link"), uri: uri }, { _meta: anyObject, annotations: ref("Annotations"), description: string, mimeType: string, size: about("Bytes, before any encoding", integer), title: string }),
  ResourceTemplate: extend(base.ResourceTemplate, {}, { _meta: anyObject, title: string }),
  ResourceTemplateReference: object({ type: literal("ref/resource"), uri: uriTemplate }),
  Root: extend(base.Root, {}, { _meta: anyObject }),
  ServerRequest: unionOf("PingRequest", "CreateMessageRequest", "ListRootsRequest", "ElicitRequest"),
  StringSchema: object({ type: literal("string") }, { description: string, format: choice("date", "date-time", "email", "uri"), maxLength: integer, minLength: integer, title: string }),
  TextContent: extend(base.TextContent, {}, { _meta: anyObject }),
  TextResourceContents: extend(base.TextResourceContents, {}, { _meta: anyObject }),
  Tool: extend(base.Tool, {}, { _meta: anyObject, outputSchema: object({ type: literal("object") }, { properties: map(anyObject), required: list(string) }), title: string }),
};

export const revision20250618 = revise(base, changes, removed);
