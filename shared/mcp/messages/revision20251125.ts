/** What revision 2025-11-25 changes: tasks, URL elicitation, tools in sampling, icons. */
import { call, jsonrpc, notification, openNotification, openRequest, request } from "./calls.ts";
import { revision20250618 as base } from "./revision20250618.ts";
import {
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
  number,
  object,
  type Revised,
  ref,
  revise,
  string,
  unionOf,
  uri,
} from "./schema.ts";
import { tasks } from "./tasks20251125.ts";

const removed = ["JSONRPCError", "paginatedParams"] as const;

const meta = { _meta: map() };
const icons = { icons: list(ref("Icon")) };
const task = { task: ref("TaskMetadata") };

/** The parameters of an earlier request, which from here on may bear metadata. */
function paramsOf<const P extends Members, const R extends readonly string[]>(request: {
  readonly properties: {
    readonly params: { readonly type: "object"; readonly properties: P; readonly required: R };
  };
}) {
  return extend(request.properties.params, {}, { _meta: ref("requestMeta") });
}

const field = { title: string, description: string };
const titledOption = object({ const: string, title: string });
const manyOf = { ...field, minItems: integer, maxItems: integer, default: list(string) };

const changes = {
  elicitedContent: map({ anyOf: [list(string), ref("elicitedValue")] }),
  formSchema: extend(base.formSchema, {}, { $schema: string }),
  notificationParams: map(),
  requestMeta: base.requestParams.properties._meta,
  requestParams: map(),
  samplingContent: {
    anyOf: [ref("SamplingMessageContentBlock"), list(ref("SamplingMessageContentBlock"))],
  },
  toolSchema: extend(base.toolSchema, {}, { $schema: string }),

  // The envelope
  Error: object({ code: integer, message: string }, { data: any }),
  JSONRPCErrorResponse: object({ ...jsonrpc, error: ref("Error") }, { id: ref("RequestId") }),
  JSONRPCMessage: unionOf(
    "JSONRPCRequest",
    "JSONRPCNotification",
    "JSONRPCResultResponse",
    "JSONRPCErrorResponse",
  ),
  JSONRPCResponse: unionOf("JSONRPCResultResponse", "JSONRPCErrorResponse"),
  JSONRPCResultResponse: base.JSONRPCResponse,
  NotificationParams: object({}, meta),
  PaginatedRequest: object({ ...call, method: string }, { params: ref("PaginatedRequestParams") }),
  PaginatedRequestParams: extend(base.paginatedParams, {}, { _meta: ref("requestMeta") }),
  RequestParams: object({}, { _meta: ref("requestMeta") }),
  ResourceRequestParams: object({ uri }, { _meta: ref("requestMeta") }),

  // The beginning
  ClientCapabilities: extend(
    base.ClientCapabilities,
    {},
    {
      elicitation: object({}, { form: map(), url: map() }),
      sampling: object({}, { context: map(), tools: map() }),
      tasks: object(
        {},
        {
          list: map(),
          cancel: map(),
          requests: object(
            {},
            {
              elicitation: object({}, { create: map() }),
              sampling: object({}, { createMessage: map() }),
            },
          ),
        },
      ),
    },
  ),
  Icon: object(
    { src: uri },
    { mimeType: string, sizes: list(string), theme: choice("light", "dark") },
  ),
  Icons: object({}, icons),
  Implementation: extend(
    base.Implementation,
    {},
    { description: string, websiteUrl: uri, ...icons },
  ),
  InitializedNotification: openNotification("notifications/initialized"),
  InitializeRequest: request("initialize", ref("InitializeRequestParams")),
  InitializeRequestParams: paramsOf(base.InitializeRequest),
  ServerCapabilities: extend(
    base.ServerCapabilities,
    {},
    {
      tasks: object(
        {},
        {
          list: map(),
          cancel: map(),
          requests: object({}, { tools: object({}, { call: map() }) }),
        },
      ),
    },
  ),

  // Utilities
  CancelledNotification: notification(
    "notifications/cancelled",
    ref("CancelledNotificationParams"),
  ),
  CancelledNotificationParams: object({}, { requestId: ref("RequestId"), reason: string, ...meta }),
  CompleteRequest: request("completion/complete", ref("CompleteRequestParams")),
  CompleteRequestParams: paramsOf(base.CompleteRequest),
  LoggingMessageNotification: notification(
    "notifications/message",
    ref("LoggingMessageNotificationParams"),
  ),
  LoggingMessageNotificationParams: extend(
    base.LoggingMessageNotification.properties.params,
    {},
    meta,
  ),
  PingRequest: openRequest("ping", "RequestParams"),
  ProgressNotification: notification("notifications/progress", ref("ProgressNotificationParams")),
  ProgressNotificationParams: extend(base.ProgressNotification.properties.params, {}, meta),
  SetLevelRequest: request("logging/setLevel", ref("SetLevelRequestParams")),
  SetLevelRequestParams: paramsOf(base.SetLevelRequest),

  // Resources
  ListResourcesRequest: openRequest("resources/list", "PaginatedRequestParams"),
  ListResourceTemplatesRequest: openRequest("resources/templates/list", "PaginatedRequestParams"),
  ReadResourceRequest: request("resources/read", ref("ReadResourceRequestParams")),
  ReadResourceRequestParams: ref("ResourceRequestParams"),
  Resource: extend(base.Resource, {}, icons),
  ResourceLink: extend(base.ResourceLink, {}, icons),
  ResourceListChangedNotification: openNotification("notifications/resources/list_changed"),
  ResourceTemplate: extend(base.ResourceTemplate, {}, icons),
  ResourceUpdatedNotification: notification(
    "notifications/resources/updated",
    ref("ResourceUpdatedNotificationParams"),
  ),
  ResourceUpdatedNotificationParams: object({ uri }, meta),
  SubscribeRequest: request("resources/subscribe", ref("SubscribeRequestParams")),
  SubscribeRequestParams: ref("ResourceRequestParams"),
  UnsubscribeRequest: request("resources/unsubscribe", ref("UnsubscribeRequestParams")),
  UnsubscribeRequestParams: ref("ResourceRequestParams"),

  // Prompts
  GetPromptRequest: request("prompts/get", ref("GetPromptRequestParams")),
  GetPromptRequestParams: paramsOf(base.GetPromptRequest),
  ListPromptsRequest: openRequest("prompts/list", "PaginatedRequestParams"),
  Prompt: extend(base.Prompt, {}, icons),
  PromptListChangedNotification: openNotification("notifications/prompts/list_changed"),

  // Tools
  CallToolRequest: request("tools/call", ref("CallToolRequestParams")),
  CallToolRequestParams: extend(paramsOf(base.CallToolRequest), {}, task),
  ListToolsRequest: openRequest("tools/list", "PaginatedRequestParams"),
  Tool: extend(base.Tool, {}, { execution: ref("ToolExecution"), ...icons }),
  ToolExecution: object({}, { taskSupport: choice("forbidden", "optional", "required") }),
  ToolListChangedNotification: openNotification("notifications/tools/list_changed"),

  // Sampling and roots
  CreateMessageRequest: request("sampling/createMessage", ref("CreateMessageRequestParams")),
  CreateMessageRequestParams: extend(
    paramsOf(base.CreateMessageRequest),
    {},
    { tools: list(ref("Tool")), toolChoice: ref("ToolChoice"), ...task },
  ),
  ListRootsRequest: openRequest("roots/list", "RequestParams"),
  RootsListChangedNotification: openNotification("notifications/roots/list_changed"),
  SamplingMessage: extend(base.SamplingMessage, {}, meta),
  SamplingMessageContentBlock: unionOf(
    "TextContent",
    "ImageContent",
    "AudioContent",
    "ToolUseContent",
    "ToolResultContent",
  ),
  ToolChoice: object({}, { mode: choice("auto", "required", "none") }),
  ToolResultContent: object(
    { type: literal("tool_result"), toolUseId: string, content: list(ref("ContentBlock")) },
    { structuredContent: map(), isError: boolean, ...meta },
  ),
  ToolUseContent: object(
    { type: literal("tool_use"), id: string, name: string, input: map() },
    meta,
  ),

  // Elicitation
  ElicitationCompleteNotification: notification(
    "notifications/elicitation/complete",
    object({ elicitationId: string }),
  ),
  ElicitRequest: request("elicitation/create", ref("ElicitRequestParams")),
  ElicitRequestFormParams: extend(
    paramsOf(base.ElicitRequest),
    {},
    { mode: literal("form"), ...task },
  ),
  ElicitRequestParams: unionOf("ElicitRequestURLParams", "ElicitRequestFormParams"),
  ElicitRequestURLParams: object(
    { mode: literal("url"), message: string, elicitationId: string, url: uri },
    { _meta: ref("requestMeta"), ...task },
  ),
  ElicitResult: extend(base.ElicitResult, {}, { content: ref("elicitedContent") }),
  EnumSchema: unionOf(
    "UntitledSingleSelectEnumSchema",
    "TitledSingleSelectEnumSchema",
    "UntitledMultiSelectEnumSchema",
    "TitledMultiSelectEnumSchema",
    "LegacyTitledEnumSchema",
  ),
  LegacyTitledEnumSchema: extend(base.EnumSchema, {}, { default: string }),
  MultiSelectEnumSchema: unionOf("UntitledMultiSelectEnumSchema", "TitledMultiSelectEnumSchema"),
  NumberSchema: extend(base.NumberSchema, {}, { default: number }),
  PrimitiveSchemaDefinition: unionOf(
    "StringSchema",
    "NumberSchema",
    "BooleanSchema",
    "UntitledSingleSelectEnumSchema",
    "TitledSingleSelectEnumSchema",
    "UntitledMultiSelectEnumSchema",
    "TitledMultiSelectEnumSchema",
    "LegacyTitledEnumSchema",
  ),
  SingleSelectEnumSchema: unionOf("UntitledSingleSelectEnumSchema", "TitledSingleSelectEnumSchema"),
  StringSchema: extend(base.StringSchema, {}, { default: string }),
  TitledMultiSelectEnumSchema: object(
    { type: literal("array"), items: object({ anyOf: list(titledOption) }) },
    manyOf,
  ),
  TitledSingleSelectEnumSchema: object(
    { type: literal("string"), oneOf: list(titledOption) },
    { ...field, default: string },
  ),
  UntitledMultiSelectEnumSchema: object(
    { type: literal("array"), items: object({ type: literal("string"), enum: list(string) }) },
    manyOf,
  ),
  UntitledSingleSelectEnumSchema: object(
    { type: literal("string"), enum: list(string) },
    { ...field, default: string },
  ),
  URLElicitationRequiredError: object(
    {
      ...jsonrpc,
      error: both(
        ref("Error"),
        object({
          code: literal(-32042),
          data: object({ elicitations: list(ref("ElicitRequestURLParams")) }),
        }),
      ),
    },
    { id: ref("RequestId") },
  ),

  ...tasks,

  // Who sends what
  ClientNotification: unionOf(
    "CancelledNotification",
    "InitializedNotification",
    "ProgressNotification",
    "TaskStatusNotification",
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
    "GetTaskRequest",
    "GetTaskPayloadRequest",
    "CancelTaskRequest",
    "ListTasksRequest",
    "SetLevelRequest",
    "CompleteRequest",
  ),
  ClientResult: unionOf(
    "Result",
    "GetTaskResult",
    "GetTaskPayloadResult",
    "CancelTaskResult",
    "ListTasksResult",
    "CreateMessageResult",
    "ListRootsResult",
    "ElicitResult",
  ),
  ServerNotification: unionOf(
    "CancelledNotification",
    "ProgressNotification",
    "ResourceListChangedNotification",
    "ResourceUpdatedNotification",
    "PromptListChangedNotification",
    "ToolListChangedNotification",
    "TaskStatusNotification",
    "LoggingMessageNotification",
    "ElicitationCompleteNotification",
  ),
  ServerRequest: unionOf(
    "PingRequest",
    "GetTaskRequest",
    "GetTaskPayloadRequest",
    "CancelTaskRequest",
    "ListTasksRequest",
    "CreateMessageRequest",
    "ListRootsRequest",
    "ElicitRequest",
  ),
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
    "GetTaskResult",
    "GetTaskPayloadResult",
    "CancelTaskResult",
    "ListTasksResult",
    "CompleteResult",
  ),
} as const;

export const revision20251125: Revised<typeof base, typeof changes, (typeof removed)[number]> =
  revise(base, changes, removed);
