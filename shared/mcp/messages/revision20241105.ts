/** The messages of revision 2024-11-05, from which all later revisions depart. */
import { bareCall, jsonrpc } from "./calls.ts";
import {
  about,
  any,
  base64,
  boolean,
  choice,
  fraction,
  integer,
  list,
  literal,
  type Members,
  map,
  number,
  object,
  ref,
  string,
  unionOf,
  uri,
  uriTemplate,
} from "./schema.ts";

const cursor = about("The nextCursor of the page before, as it came", string);
const meta = { _meta: map() };
const annotated = { annotations: ref("annotations") };

function openRequest<const M extends string>(method: M) {
  return object({ method: literal(method) }, { params: ref("requestParams") });
}

function paginatedRequest<const M extends string>(method: M) {
  return object({ method: literal(method) }, { params: ref("paginatedParams") });
}

function openNotification<const M extends string>(method: M) {
  return object({ method: literal(method) }, { params: ref("notificationParams") });
}

function result<const R extends Members, const O extends Members = Record<never, never>>(
  required: R,
  optional: O = {} as O,
) {
  return object(required, { ...optional, ...meta });
}

function pageOf<const R extends Members>(items: R) {
  return result(items, { nextCursor: string });
}

const weight = about("From 0, no matter, to 1, what matters most", fraction);
const emitter = object({}, { listChanged: boolean });

export const revision20241105 = {
  // What several messages share, and later revisions change in one place.
  annotations: object(
    {},
    {
      audience: list(ref("Role")),
      priority: about("From 0, least, to 1, most important", fraction),
    },
  ),
  content: unionOf("TextContent", "ImageContent", "EmbeddedResource"),
  notificationParams: object({}, meta),
  paginatedParams: object({}, { cursor }),
  requestParams: object({}, { _meta: object({}, { progressToken: ref("ProgressToken") }) }),
  samplingContent: unionOf("TextContent", "ImageContent"),
  toolSchema: object(
    { type: literal("object") },
    { properties: map(map()), required: list(string) },
  ),

  // The envelope
  Cursor: string,
  EmptyResult: ref("Result"),
  JSONRPCError: object({
    ...jsonrpc,
    id: ref("RequestId"),
    error: object({ code: integer, message: string }, { data: any }),
  }),
  JSONRPCMessage: unionOf(
    "JSONRPCRequest",
    "JSONRPCNotification",
    "JSONRPCResponse",
    "JSONRPCError",
  ),
  JSONRPCNotification: object(
    { ...jsonrpc, method: string },
    { params: ref("notificationParams") },
  ),
  JSONRPCRequest: object(
    { ...jsonrpc, id: ref("RequestId"), method: string },
    { params: ref("requestParams") },
  ),
  JSONRPCResponse: object({ ...jsonrpc, id: ref("RequestId"), result: ref("Result") }),
  Notification: object({ method: string }, { params: ref("notificationParams") }),
  PaginatedRequest: object({ method: string }, { params: ref("paginatedParams") }),
  PaginatedResult: pageOf({}),
  ProgressToken: { type: ["string", "integer"] },
  Request: object({ method: string }, { params: ref("requestParams") }),
  RequestId: { type: ["string", "integer"] },
  Result: result({}),
  Role: choice("assistant", "user"),

  // The beginning
  ClientCapabilities: object({}, { experimental: map(map()), roots: emitter, sampling: map() }),
  Implementation: object({ name: string, version: string }),
  InitializedNotification: openNotification("notifications/initialized"),
  InitializeRequest: bareCall(
    "initialize",
    object({
      protocolVersion: string,
      capabilities: ref("ClientCapabilities"),
      clientInfo: ref("Implementation"),
    }),
  ),
  InitializeResult: result(
    {
      protocolVersion: string,
      capabilities: ref("ServerCapabilities"),
      serverInfo: ref("Implementation"),
    },
    { instructions: string },
  ),
  ServerCapabilities: object(
    {},
    {
      experimental: map(map()),
      logging: map(),
      prompts: emitter,
      resources: object({}, { listChanged: boolean, subscribe: boolean }),
      tools: emitter,
    },
  ),

  // Utilities
  CancelledNotification: bareCall(
    "notifications/cancelled",
    object({ requestId: ref("RequestId") }, { reason: string }),
  ),
  CompleteRequest: bareCall(
    "completion/complete",
    object({
      ref: unionOf("PromptReference", "ResourceReference"),
      argument: object({ name: string, value: string }),
    }),
  ),
  CompleteResult: result({
    completion: object({ values: list(string) }, { hasMore: boolean, total: integer }),
  }),
  LoggingLevel: choice(
    "debug",
    "info",
    "notice",
    "warning",
    "error",
    "critical",
    "alert",
    "emergency",
  ),
  LoggingMessageNotification: bareCall(
    "notifications/message",
    object({ level: ref("LoggingLevel"), data: any }, { logger: string }),
  ),
  PingRequest: openRequest("ping"),
  ProgressNotification: bareCall(
    "notifications/progress",
    object(
      {
        progressToken: ref("ProgressToken"),
        progress: about("Grows with every notification", number),
      },
      { total: number },
    ),
  ),
  SetLevelRequest: bareCall(
    "logging/setLevel",
    object({ level: about("Nothing less severe is to be sent", ref("LoggingLevel")) }),
  ),

  // Content
  Annotated: object({}, annotated),
  EmbeddedResource: object(
    {
      type: literal("resource"),
      resource: unionOf("TextResourceContents", "BlobResourceContents"),
    },
    annotated,
  ),
  ImageContent: object({ type: literal("image"), data: base64, mimeType: string }, annotated),
  TextContent: object({ type: literal("text"), text: string }, annotated),

  // Resources
  BlobResourceContents: object({ uri, blob: base64 }, { mimeType: string }),
  ListResourcesRequest: paginatedRequest("resources/list"),
  ListResourcesResult: pageOf({ resources: list(ref("Resource")) }),
  ListResourceTemplatesRequest: paginatedRequest("resources/templates/list"),
  ListResourceTemplatesResult: pageOf({ resourceTemplates: list(ref("ResourceTemplate")) }),
  ReadResourceRequest: bareCall("resources/read", object({ uri })),
  ReadResourceResult: result({
    contents: list(unionOf("TextResourceContents", "BlobResourceContents")),
  }),
  Resource: object(
    { uri, name: string },
    {
      description: string,
      mimeType: string,
      size: about("Bytes, before any encoding", integer),
      ...annotated,
    },
  ),
  ResourceContents: object({ uri }, { mimeType: string }),
  ResourceListChangedNotification: openNotification("notifications/resources/list_changed"),
  ResourceReference: object({ type: literal("ref/resource"), uri: uriTemplate }),
  ResourceTemplate: object(
    { uriTemplate, name: string },
    { description: string, mimeType: string, ...annotated },
  ),
  ResourceUpdatedNotification: bareCall("notifications/resources/updated", object({ uri })),
  SubscribeRequest: bareCall("resources/subscribe", object({ uri })),
  TextResourceContents: object({ uri, text: string }, { mimeType: string }),
  UnsubscribeRequest: bareCall("resources/unsubscribe", object({ uri })),

  // Prompts
  GetPromptRequest: bareCall("prompts/get", object({ name: string }, { arguments: map(string) })),
  GetPromptResult: result({ messages: list(ref("PromptMessage")) }, { description: string }),
  ListPromptsRequest: paginatedRequest("prompts/list"),
  ListPromptsResult: pageOf({ prompts: list(ref("Prompt")) }),
  Prompt: object({ name: string }, { description: string, arguments: list(ref("PromptArgument")) }),
  PromptArgument: object({ name: string }, { description: string, required: boolean }),
  PromptListChangedNotification: openNotification("notifications/prompts/list_changed"),
  PromptMessage: object({ role: ref("Role"), content: ref("content") }),
  PromptReference: object({ type: literal("ref/prompt"), name: string }),

  // Tools
  CallToolRequest: bareCall("tools/call", object({ name: string }, { arguments: map() })),
  CallToolResult: result({ content: list(ref("content")) }, { isError: boolean }),
  ListToolsRequest: paginatedRequest("tools/list"),
  ListToolsResult: pageOf({ tools: list(ref("Tool")) }),
  Tool: object({ name: string, inputSchema: ref("toolSchema") }, { description: string }),
  ToolListChangedNotification: openNotification("notifications/tools/list_changed"),

  // What a client offers
  CreateMessageRequest: bareCall(
    "sampling/createMessage",
    object(
      {
        messages: list(ref("SamplingMessage")),
        maxTokens: about("At most so many tokens", integer),
      },
      {
        includeContext: choice("none", "thisServer", "allServers"),
        metadata: map(),
        modelPreferences: ref("ModelPreferences"),
        stopSequences: list(string),
        systemPrompt: string,
        temperature: number,
      },
    ),
  ),
  CreateMessageResult: result(
    { role: ref("Role"), content: ref("samplingContent"), model: string },
    { stopReason: string },
  ),
  ListRootsRequest: openRequest("roots/list"),
  ListRootsResult: result({ roots: list(ref("Root")) }),
  ModelHint: object({}, { name: string }),
  ModelPreferences: object(
    {},
    {
      costPriority: weight,
      hints: list(ref("ModelHint")),
      intelligencePriority: weight,
      speedPriority: weight,
    },
  ),
  Root: object({ uri }, { name: string }),
  RootsListChangedNotification: openNotification("notifications/roots/list_changed"),
  SamplingMessage: object({ role: ref("Role"), content: ref("samplingContent") }),

  // Who sends what
  ClientNotification: unionOf(
    "CancelledNotification",
    "InitializedNotification",
    "ProgressNotification",
    "RootsListChangedNotification",
  ),
  ClientRequest: unionOf(
    "InitializeRequest",
    "PingRequest",
    "ListResourcesRequest",
    "ListResourceTemplatesRequest",
    "ReadResourceRequest",
    "SubscribeRequest",
    "UnsubscribeRequest",
    "ListPromptsRequest",
    "GetPromptRequest",
    "ListToolsRequest",
    "CallToolRequest",
    "SetLevelRequest",
    "CompleteRequest",
  ),
  ClientResult: unionOf("Result", "CreateMessageResult", "ListRootsResult"),
  ServerNotification: unionOf(
    "CancelledNotification",
    "ProgressNotification",
    "ResourceListChangedNotification",
    "ResourceUpdatedNotification",
    "PromptListChangedNotification",
    "ToolListChangedNotification",
    "LoggingMessageNotification",
  ),
  ServerRequest: unionOf("PingRequest", "CreateMessageRequest", "ListRootsRequest"),
  ServerResult: unionOf(
    "Result",
    "InitializeResult",
    "ListResourcesResult",
    "ListResourceTemplatesResult",
    "ReadResourceResult",
    "ListPromptsResult",
    "GetPromptResult",
    "ListToolsResult",
    "CallToolResult",
    "CompleteResult",
  ),
} as const;
