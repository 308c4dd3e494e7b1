/** Message definitions of revision 2025-03-26, as changes to 2024-11-05. */
// Generated from official/2025-03-26.json by `npm run generate:messages`; do not edit.
// biome-ignore-all format: one definition per line shows what differs between revisions

import { about, anyObject, base64, boolean, extend, fraction, list, literal, number, object, ref, revise, type SchemaDefinitions, string, union, unionOf } from "../schema.ts";
import { revision20241105 as base } from "./revision20241105.ts";

const removed = [
  "Annotated",
] as const;

const changes: SchemaDefinitions = {
  Annotations: object({}, { audience: list(ref("Role")), priority: about("From 0 (least important) to 1 (most important)", fraction) }),
  AudioContent: object({ data: base64, mimeType: string, type: literal("audio") }, { annotations: ref("Annotations") }),
  CallToolResult: extend(base.CallToolResult, { content: list(unionOf("TextContent", "ImageContent", "AudioContent", "EmbeddedResource")) }),
  CreateMessageResult: extend(base.CreateMessageResult, { content: unionOf("TextContent", "ImageContent", "AudioContent") }),
  EmbeddedResource: extend(base.EmbeddedResource, {}, { annotations: ref("Annotations") }),
  ImageContent: extend(base.ImageContent, {}, { annotations: ref("Annotations") }),
  JSONRPCBatchRequest: list(unionOf("JSONRPCRequest", "JSONRPCNotification")),
  JSONRPCBatchResponse: list(unionOf("JSONRPCResponse", "JSONRPCError")),
  JSONRPCMessage: union(ref("JSONRPCRequest"), ref("JSONRPCNotification"), list(unionOf("JSONRPCRequest", "JSONRPCNotification")), ref("JSONRPCResponse"), ref("JSONRPCError"), list(unionOf("JSONRPCResponse", "JSONRPCError"))),
  ProgressNotification: extend(base.ProgressNotification, { params: object({ progress: about("Increases with every notification", number), progressToken: ref("ProgressToken") }, { message: string, total: number }) }),
  PromptMessage: object({ content: unionOf("TextContent", "ImageContent", "AudioContent", "EmbeddedResource"), role: ref("Role") }),
  Resource: extend(base.Resource, {}, { annotations: ref("Annotations") }),
  ResourceTemplate: extend(base.ResourceTemplate, {}, { annotations: ref("Annotations") }),
  SamplingMessage: object({ content: unionOf("TextContent", "ImageContent", "AudioContent"), role: ref("Role") }),
  ServerCapabilities: extend(base.ServerCapabilities, {}, { completions: anyObject }),
  TextContent: extend(base.TextContent, {}, { annotations: ref("Annotations") }),
  Tool: extend(base.Tool, {}, { annotations: ref("ToolAnnotations") }),
  ToolAnnotations: object({}, { destructiveHint: about("May delete or overwrite data (default: true)", boolean), idempotentHint: about("Repeating the call has no further effect (default: false)", boolean), openWorldHint: about("Reaches external systems (default: true)", boolean), readOnlyHint: about("Changes nothing (default: false)", boolean), title: string }),
};

export const revision20250326 = revise(base, changes, removed);
