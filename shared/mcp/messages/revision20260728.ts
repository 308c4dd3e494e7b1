/** What revision 2026-07-28 changes: no session, metadata on every request, results of a type. */
import { bareCall, call, jsonrpc, notification, request } from "./calls.ts";
import { revision20251125 as base } from "./revision20251125.ts";
import {
  about,
  any,
  boolean,
  both,
  choice,
  extend,
  integer,
  list,
  literal,
  type Members,
  map,
  object,
  type Revised,
  ref,
  revise,
  type Schema,
  string,
  unionOf,
  uri,
  without,
} from "./schema.ts";

const removed = [
  "CancelTaskRequest",
  "CancelTaskResult",
  "CreateTaskResult",
  "ElicitationCompleteNotification",
  "GetTaskPayloadRequest",
  "GetTaskPayloadResult",
  "GetTaskRequest",
  "GetTaskResult",
  "InitializedNotification",
  "InitializeRequest",
  "InitializeRequestParams",
  "InitializeResult",
  "ListTasksRequest",
  "ListTasksResult",
  "PingRequest",
  "RelatedTaskMetadata",
  "RootsListChangedNotification",
  "ServerRequest",
  "SetLevelRequest",
  "SetLevelRequestParams",
  "SubscribeRequest",
  "SubscribeRequestParams",
  "Task",
  "TaskAugmentedRequestParams",
  "TaskMetadata",
  "TaskStatus",
  "TaskStatusNotification",
  "TaskStatusNotificationParams",
  "ToolExecution",
  "UnsubscribeRequest",
  "UnsubscribeRequestParams",
  "URLElicitationRequiredError",
  "requestMeta",
  "toolSchema",
] as const;

const meta = { _meta: ref("RequestMetaObject") };
const requestState = about("Opaque; goes back exactly as it came", string);
const inputs = {
  inputResponses: about("Answers, by the names of the questions", ref("InputResponses")),
  requestState,
};
const typed = { resultType: about("complete, input_required, or what an extension adds", string) };
const resultMeta = { _meta: ref("ResultMetaObject") };
const noticeMeta = { _meta: ref("NotificationMetaObject") };
const cached = {
  ...typed,
  ttlMs: about("Milliseconds for which the result is fresh", { ...integer, minimum: 0 }),
  cacheScope: about("private: for the same authorization only", choice("public", "private")),
} as const;
const serverInfo = { "io.modelcontextprotocol/serverInfo": ref("Implementation") };

/** The response that carries a result of this kind. */
function responseOf<const R extends Schema>(result: R) {
  return object({ ...call, result });
}

/** The description of an error as such, known by its code. */
function plainError<const C extends number>(code: C) {
  return object({ code: literal(code), message: string }, { data: any });
}

/** The response that carries an error known by its code. */
function errorResponse<const C extends number, const M extends Members>(code: C, more: M) {
  return object(
    { ...jsonrpc, error: both(ref("Error"), object({ code: literal(code), ...more })) },
    { id: ref("RequestId") },
  );
}

const changes = {
  // Metadata and JSON values
  JSONArray: list(ref("JSONValue")),
  JSONObject: map(ref("JSONValue")),
  JSONValue: {
    anyOf: [
      ref("JSONObject"),
      ref("JSONArray"),
      {
        type: ["string", "number", "boolean", "null"],
        publishedType: ["string", "integer", "boolean"],
      },
    ],
  },
  MetaObject: object({}),
  NotificationMetaObject: object(
    {},
    { "io.modelcontextprotocol/subscriptionId": ref("RequestId") },
  ),
  RequestMetaObject: object(
    {
      "io.modelcontextprotocol/protocolVersion": string,
      "io.modelcontextprotocol/clientCapabilities": ref("ClientCapabilities"),
    },
    {
      "io.modelcontextprotocol/clientInfo": ref("Implementation"),
      "io.modelcontextprotocol/logLevel": about(
        "Log messages are sent from this level on; without it, none",
        ref("LoggingLevel"),
      ),
      progressToken: ref("ProgressToken"),
    },
  ),
  ResultMetaObject: object({}, serverInfo),

  // The envelope
  CacheableResult: object(cached, resultMeta),
  NotificationParams: object({}, noticeMeta),
  PaginatedRequest: object({
    ...call,
    method: string,
    params: ref("PaginatedRequestParams"),
  }),
  PaginatedRequestParams: extend(base.PaginatedRequestParams, meta),
  PaginatedResult: object(typed, { nextCursor: string, ...resultMeta }),
  RequestParams: object(meta),
  ResourceRequestParams: object({ uri, ...meta }),
  Result: object(typed, resultMeta),
  ResultType: string,

  // Errors
  HeaderMismatchError: errorResponse(-32020, {}),
  InternalError: plainError(-32603),
  InvalidParamsError: plainError(-32602),
  InvalidRequestError: plainError(-32600),
  MethodNotFoundError: plainError(-32601),
  MissingRequiredClientCapabilityError: errorResponse(-32021, {
    data: object({ requiredCapabilities: ref("ClientCapabilities") }),
  }),
  ParseError: plainError(-32700),
  UnsupportedProtocolVersionError: errorResponse(-32022, {
    data: object({ requested: string, supported: list(string) }),
  }),

  // Who can do what
  ClientCapabilities: object(
    {},
    {
      elicitation: object({}, { form: ref("JSONObject"), url: ref("JSONObject") }),
      experimental: map(ref("JSONObject")),
      extensions: map(ref("JSONObject")),
      roots: object({}),
      sampling: object({}, { context: ref("JSONObject"), tools: ref("JSONObject") }),
    },
  ),
  DiscoverRequest: request("server/discover", ref("RequestParams")),
  DiscoverResult: object(
    { ...cached, supportedVersions: list(string), capabilities: ref("ServerCapabilities") },
    { instructions: string, ...resultMeta },
  ),
  DiscoverResultResponse: responseOf(ref("DiscoverResult")),
  ServerCapabilities: extend(
    without(base.ServerCapabilities, "tasks"),
    {},
    {
      completions: ref("JSONObject"),
      experimental: map(ref("JSONObject")),
      extensions: map(ref("JSONObject")),
      logging: ref("JSONObject"),
    },
  ),

  // Utilities
  CancelledNotificationParams: object(
    { requestId: ref("RequestId") },
    { reason: string, ...noticeMeta },
  ),
  CompleteRequestParams: extend(base.CompleteRequestParams, meta),
  CompleteResult: object(
    {
      ...typed,
      completion: extend(base.CompleteResult.properties.completion, {
        values: { type: "array", items: string, maxItems: 100 },
      }),
    },
    resultMeta,
  ),
  CompleteResultResponse: responseOf(ref("CompleteResult")),
  LoggingMessageNotificationParams: extend(base.LoggingMessageNotificationParams, {}, noticeMeta),
  ProgressNotificationParams: extend(base.ProgressNotificationParams, {}, noticeMeta),

  // Subscriptions
  SubscriptionFilter: object(
    {},
    {
      toolsListChanged: boolean,
      promptsListChanged: boolean,
      resourcesListChanged: boolean,
      resourceSubscriptions: list(string),
    },
  ),
  SubscriptionsAcknowledgedNotification: notification(
    "notifications/subscriptions/acknowledged",
    ref("SubscriptionsAcknowledgedNotificationParams"),
  ),
  SubscriptionsAcknowledgedNotificationParams: object(
    { notifications: ref("SubscriptionFilter") },
    noticeMeta,
  ),
  SubscriptionsListenRequest: request(
    "subscriptions/listen",
    ref("SubscriptionsListenRequestParams"),
  ),
  SubscriptionsListenRequestParams: object({
    notifications: ref("SubscriptionFilter"),
    ...meta,
  }),
  SubscriptionsListenResult: object({
    ...typed,
    _meta: ref("SubscriptionsListenResultMetaObject"),
  }),
  SubscriptionsListenResultMetaObject: object(
    { "io.modelcontextprotocol/subscriptionId": ref("RequestId") },
    serverInfo,
  ),
  SubscriptionsListenResultResponse: responseOf(ref("SubscriptionsListenResult")),

  // Questions within an answer
  InputRequest: unionOf("CreateMessageRequest", "ListRootsRequest", "ElicitRequest"),
  InputRequests: map(ref("InputRequest")),
  InputRequiredResult: object(typed, {
    inputRequests: ref("InputRequests"),
    requestState,
    ...resultMeta,
  }),
  InputResponse: unionOf("CreateMessageResult", "ListRootsResult", "ElicitResult"),
  InputResponseRequestParams: object(meta, inputs),
  InputResponses: map(ref("InputResponse")),
  CreateMessageRequest: bareCall("sampling/createMessage", ref("CreateMessageRequestParams")),
  CreateMessageRequestParams: extend(
    without(base.CreateMessageRequestParams, "_meta", "task"),
    {},
    { metadata: ref("JSONObject") },
  ),
  ElicitRequest: bareCall("elicitation/create", ref("ElicitRequestParams")),
  ElicitRequestFormParams: without(base.ElicitRequestFormParams, "_meta", "task"),
  ElicitRequestURLParams: without(base.ElicitRequestURLParams, "_meta", "task", "elicitationId"),
  ElicitResult: without(base.ElicitResult, "_meta"),
  ListRootsRequest: object(
    { method: literal("roots/list") },
    { params: object({}, { _meta: map() }) },
  ),
  ListRootsResult: object({ roots: list(ref("Root")) }),

  // Resources
  ListResourcesRequest: request("resources/list", ref("PaginatedRequestParams")),
  ListResourcesResult: extend(base.ListResourcesResult, cached, resultMeta),
  ListResourcesResultResponse: responseOf(ref("ListResourcesResult")),
  ListResourceTemplatesRequest: request("resources/templates/list", ref("PaginatedRequestParams")),
  ListResourceTemplatesResult: extend(base.ListResourceTemplatesResult, cached, resultMeta),
  ListResourceTemplatesResultResponse: responseOf(ref("ListResourceTemplatesResult")),
  ReadResourceRequestParams: object({ uri, ...meta }, inputs),
  ReadResourceResult: extend(base.ReadResourceResult, cached, resultMeta),
  ReadResourceResultResponse: responseOf(unionOf("InputRequiredResult", "ReadResourceResult")),
  ResourceUpdatedNotificationParams: object({ uri }, noticeMeta),

  // Prompts
  GetPromptRequestParams: extend(base.GetPromptRequestParams, meta, inputs),
  GetPromptResult: extend(base.GetPromptResult, typed, resultMeta),
  GetPromptResultResponse: responseOf(unionOf("InputRequiredResult", "GetPromptResult")),
  ListPromptsRequest: request("prompts/list", ref("PaginatedRequestParams")),
  ListPromptsResult: extend(base.ListPromptsResult, cached, resultMeta),
  ListPromptsResultResponse: responseOf(ref("ListPromptsResult")),

  // Tools
  CallToolRequestParams: extend(without(base.CallToolRequestParams, "task"), meta, inputs),
  CallToolResult: extend(base.CallToolResult, typed, { structuredContent: any, ...resultMeta }),
  CallToolResultResponse: responseOf(unionOf("InputRequiredResult", "CallToolResult")),
  ListToolsRequest: request("tools/list", ref("PaginatedRequestParams")),
  ListToolsResult: extend(base.ListToolsResult, cached, resultMeta),
  ListToolsResultResponse: responseOf(ref("ListToolsResult")),
  Tool: extend(
    without(base.Tool, "execution"),
    { inputSchema: object({ type: literal("object") }, { $schema: string }) },
    { outputSchema: object({}, { $schema: string }) },
  ),
  ToolResultContent: extend(base.ToolResultContent, {}, { structuredContent: any }),

  // Who sends what
  ClientNotification: ref("CancelledNotification"),
  ClientRequest: unionOf(
    "DiscoverRequest",
    "ListResourcesRequest",
    "ListResourceTemplatesRequest",
    "ReadResourceRequest",
    "SubscriptionsListenRequest",
    "ListPromptsRequest",
    "GetPromptRequest",
    "ListToolsRequest",
    "CallToolRequest",
    "CompleteRequest",
  ),
  ClientResult: ref("Result"),
  ServerNotification: unionOf(
    "CancelledNotification",
    "ProgressNotification",
    "ResourceListChangedNotification",
    "SubscriptionsAcknowledgedNotification",
    "ResourceUpdatedNotification",
    "PromptListChangedNotification",
    "ToolListChangedNotification",
    "LoggingMessageNotification",
  ),
  ServerResult: unionOf(
    "Result",
    "InputRequiredResult",
    "DiscoverResult",
    "ListResourcesResult",
    "ListResourceTemplatesResult",
    "ReadResourceResult",
    "SubscriptionsListenResult",
    "ListPromptsResult",
    "GetPromptResult",
    "ListToolsResult",
    "CallToolResult",
    "CompleteResult",
  ),
} as const;

export const revision20260728: Revised<typeof base, typeof changes, (typeof removed)[number]> =
  revise(base, changes, removed);
