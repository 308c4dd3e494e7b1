/** What revision 2025-06-18 changes: elicitation, structured results, links, titles; no batches. */
import { revision20250326 as base } from "./revision20250326.ts";
import {
  about,
  boolean,
  choice,
  extend,
  integer,
  list,
  literal,
  map,
  number,
  object,
  type Revised,
  ref,
  revise,
  string,
  unionOf,
  uriTemplate,
} from "./schema.ts";

const meta = { _meta: map() };
const title = { title: string };

const removed = ["JSONRPCBatchRequest", "JSONRPCBatchResponse", "ResourceReference"] as const;

/** What every field of an elicitation's form may have. */
const field = { title: string, description: string };

const changes = {
  annotations: extend(base.annotations, {}, { lastModified: about("ISO 8601", string) }),
  content: ref("ContentBlock"),
  elicitedValue: {
    type: ["string", "number", "boolean"],
    publishedType: ["string", "integer", "boolean"],
  },
  formSchema: object(
    { type: literal("object"), properties: map(ref("PrimitiveSchemaDefinition")) },
    { required: list(string) },
  ),

  // Titles and metadata
  AudioContent: extend(base.AudioContent, {}, meta),
  BaseMetadata: object({ name: string }, title),
  BlobResourceContents: extend(base.BlobResourceContents, {}, meta),
  EmbeddedResource: extend(base.EmbeddedResource, {}, meta),
  ImageContent: extend(base.ImageContent, {}, meta),
  Implementation: extend(base.Implementation, {}, title),
  Prompt: extend(base.Prompt, {}, { ...title, ...meta }),
  PromptArgument: extend(base.PromptArgument, {}, title),
  PromptReference: extend(base.PromptReference, {}, title),
  Resource: extend(base.Resource, {}, { ...title, ...meta }),
  ResourceContents: extend(base.ResourceContents, {}, meta),
  ResourceTemplate: extend(base.ResourceTemplate, {}, { ...title, ...meta }),
  Root: extend(base.Root, {}, meta),
  TextContent: extend(base.TextContent, {}, meta),
  TextResourceContents: extend(base.TextResourceContents, {}, meta),

  // Tools
  CallToolResult: extend(base.CallToolResult, {}, { structuredContent: map() }),
  ContentBlock: unionOf(
    "TextContent",
    "ImageContent",
    "AudioContent",
    "ResourceLink",
    "EmbeddedResource",
  ),
  ResourceLink: extend(base.Resource, { type: literal("resource_link") }, { ...title, ...meta }),
  Tool: extend(base.Tool, {}, { outputSchema: ref("toolSchema"), ...title, ...meta }),

  // Completion
  CompleteRequest: extend(base.CompleteRequest, {
    params: extend(
      base.CompleteRequest.properties.params,
      { ref: unionOf("PromptReference", "ResourceTemplateReference") },
      { context: object({}, { arguments: map(string) }) },
    ),
  }),
  ResourceTemplateReference: object({ type: literal("ref/resource"), uri: uriTemplate }),

  // Elicitation
  BooleanSchema: object({ type: literal("boolean") }, { ...field, default: boolean }),
  ClientCapabilities: extend(base.ClientCapabilities, {}, { elicitation: map() }),
  ElicitRequest: object({
    method: literal("elicitation/create"),
    params: object({ message: string, requestedSchema: ref("formSchema") }),
  }),
  ElicitResult: object(
    { action: choice("accept", "decline", "cancel") },
    { content: map(ref("elicitedValue")), ...meta },
  ),
  EnumSchema: object(
    { type: literal("string"), enum: list(string) },
    { ...field, enumNames: list(string) },
  ),
  NumberSchema: object(
    { type: choice("number", "integer") },
    { ...field, minimum: number, maximum: number },
  ),
  PrimitiveSchemaDefinition: unionOf("StringSchema", "NumberSchema", "BooleanSchema", "EnumSchema"),
  StringSchema: object(
    { type: literal("string") },
    {
      ...field,
      format: choice("email", "uri", "date", "date-time"),
      minLength: integer,
      maxLength: integer,
    },
  ),

  // Who sends what
  ClientResult: unionOf("Result", "CreateMessageResult", "ListRootsResult", "ElicitResult"),
  JSONRPCMessage: unionOf(
    "JSONRPCRequest",
    "JSONRPCNotification",
    "JSONRPCResponse",
    "JSONRPCError",
  ),
  ServerRequest: unionOf(
    "PingRequest",
    "CreateMessageRequest",
    "ListRootsRequest",
    "ElicitRequest",
  ),
} as const;

export const revision20250618: Revised<typeof base, typeof changes, (typeof removed)[number]> =
  revise(base, changes, removed);
