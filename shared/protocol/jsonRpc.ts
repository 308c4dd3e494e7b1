/** Classifies JSON-RPC 2.0 messages; never throws. */
import { isJsonObject, membersOf } from "../core/json/jsonObject.ts";
import { firstLine, type LogHead, logHead } from "./logHead.ts";

/**
 * The code of an error for text that is not JSON.
 * @see https://www.jsonrpc.org/specification#error_object
 */
export const parseErrorCode = -32700;

/** The code of an error for JSON that is not a request. */
export const invalidRequestCode = -32600;

/**
 * The code of an error for a method that the receiver does not have.
 * @see https://www.jsonrpc.org/specification#error_object
 */
export const methodNotFoundCode = -32601;

/** The code of an error for parameters that the receiver does not accept. */
export const invalidParamsCode = -32602;

/** The code of an error inside of the receiver, such as of a service that it uses. */
export const internalErrorCode = -32603;

/** A request id; the Model Context Protocol excludes null. */
export type JsonRpcId = string | number;

/** Why a value is not a JSON-RPC 2.0 message. */
export type InvalidReason =
  | "not-json"
  | "not-an-object"
  | "wrong-version"
  | "id-is-null"
  | "id-has-wrong-type"
  | "method-is-not-a-string"
  | "result-and-error"
  | "no-method-result-or-error"
  | "error-is-not-an-object";

/** The task that a message is about, as far as the message says. */
export interface TaskHead {
  readonly id: string;
  readonly status?: string;
  /** The beginning of its status message. */
  readonly excerpt?: string;
}

/** The parts of a message that routing and the log's index need. */
export type MessageHead =
  | {
      readonly kind: "request";
      readonly id: JsonRpcId;
      readonly method: string;
      /** `name` or `uri` of the params. */
      readonly subject?: string;
      readonly progressToken?: JsonRpcId;
      /** The protocol revision that the request offers or uses. */
      readonly revision?: string;
      /** The task that it asks about, or that it belongs to. */
      readonly task?: TaskHead;
    }
  | {
      readonly kind: "notification";
      readonly method: string;
      readonly requestId?: JsonRpcId;
      readonly progressToken?: JsonRpcId;
      readonly progress?: number;
      readonly total?: number;
      /** The beginning of the message of a progress notification, or of the reason of a cancellation. */
      readonly excerpt?: string;
      /** The `uri` of the params. */
      readonly subject?: string;
      /** The logged data, for a log message. */
      readonly log?: LogHead;
      readonly task?: TaskHead;
    }
  | {
      readonly kind: "result";
      readonly id: JsonRpcId;
      /** The protocol revision in the result of `initialize`. */
      readonly revision?: string;
      /** Number of items, for list results. */
      readonly listed?: number;
      /** A tool result with `isError: true`. */
      readonly isError?: true;
      /** The beginning of the first text of a tool result. */
      readonly excerpt?: string;
      /** The task that it creates or describes. */
      readonly task?: TaskHead;
      /** Whether the server asks for input before it answers. */
      readonly needsInput?: true;
    }
  | {
      readonly kind: "error";
      readonly id: JsonRpcId | null;
      readonly code: number | undefined;
      /** The beginning of the error's message. */
      readonly excerpt?: string;
    }
  | {
      readonly kind: "invalid";
      readonly reason: InvalidReason;
      /** Kept where readable, so that an invalid message is still matched with its counterpart. */
      readonly id?: JsonRpcId;
      readonly method?: string;
      /** The beginning of a text that is not JSON. */
      readonly excerpt?: string;
    };

/** The `error` member of a response. */
export interface JsonRpcError {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

/**
 * Determines the kind of a JSON-RPC message.
 *
 * @param value any parsed JSON value, except an array (a batch is classified item by item)
 * @returns the head; `invalid` with the first violated rule
 * @see https://www.jsonrpc.org/specification
 */
export function classify(value: unknown): MessageHead {
  if (!isJsonObject(value)) {
    return { kind: "invalid", reason: "not-an-object" };
  }
  const message = value;
  const { id, method } = message;
  const hasId = id !== undefined || Object.hasOwn(message, "id");

  if (message.jsonrpc !== "2.0") return invalid("wrong-version", id, method);
  if (method !== undefined || Object.hasOwn(message, "method")) {
    if (typeof method !== "string") return invalid("method-is-not-a-string", id, method);
    if (!hasId) return notificationHead(method, message.params);
    if (!isId(id)) return invalid(invalidIdReason(id), id, method);
    return { kind: "request", id, method, ...headOfParams(message.params) };
  }
  // looked up only here: most messages of a flood are notifications
  const hasResult = Object.hasOwn(message, "result");
  const hasError = Object.hasOwn(message, "error");
  if (hasResult && hasError) return invalid("result-and-error", id, method);
  if (hasResult) {
    if (!isId(id)) return invalid(invalidIdReason(id), id, method);
    return { kind: "result", id, ...headOfResult(message.result) };
  }
  if (hasError) {
    const { error } = message;
    if (!isJsonObject(error)) {
      return invalid("error-is-not-an-object", id, method);
    }
    if (hasId && id !== null && !isId(id)) return invalid("id-has-wrong-type", id, method);
    const { code, message: words } = error;
    return {
      kind: "error",
      id: isId(id) ? id : null,
      code: typeof code === "number" ? code : undefined,
      ...excerptOf(words),
    };
  }
  return invalid("no-method-result-or-error", id, method);
}

function invalid(reason: InvalidReason, id: unknown, method: unknown): MessageHead {
  return {
    kind: "invalid",
    reason,
    ...(isId(id) ? { id } : {}),
    ...(typeof method === "string" ? { method } : {}),
  };
}

function invalidIdReason(id: unknown): InvalidReason {
  return id === null ? "id-is-null" : "id-has-wrong-type";
}

type HeadMembers<Kind> = Partial<Extract<MessageHead, { readonly kind: Kind }>>;

function headOfParams(params: unknown): HeadMembers<"request"> {
  const { name, uri, _meta, protocolVersion, taskId } = membersOf(params);
  const subject = [name, uri].find((value) => typeof value === "string");
  const meta = membersOf(_meta);
  const token = meta.progressToken;
  const revision = meta["io.modelcontextprotocol/protocolVersion"] ?? protocolVersion;
  return {
    ...(subject === undefined ? {} : { subject }),
    ...(isId(token) ? { progressToken: token } : {}),
    ...(typeof revision === "string" ? { revision } : {}),
    ...taskMember({ taskId: taskId ?? membersOf(meta[relatedTask]).taskId }),
  };
}

/** The member of `_meta` that names the task of a message. */
const relatedTask = "io.modelcontextprotocol/related-task";

/** @param value what has the members of a task: params, a result, or the task in a result */
function taskMember(value: unknown): { readonly task?: TaskHead } {
  const { taskId, status, statusMessage } = membersOf(value);
  if (typeof taskId !== "string") return {};
  const state = typeof status === "string" ? { status, ...excerptOf(statusMessage) } : {};
  return { task: { id: taskId, ...state } };
}

type NotificationHead = Extract<MessageHead, { readonly kind: "notification" }>;

const logMethod = "notifications/message";

/** The reason with which this client cancels a request whose answer it no longer waits for. */
export const timedOutReason = "Timed out";

/** The last head with only a method, shared by consecutive notifications to save memory. */
let lastNotification: NotificationHead = { kind: "notification", method: "" };

function notificationHead(method: string, params: unknown): NotificationHead {
  if (method === logMethod) {
    const log = logHead(params);
    // the constant is one string for all messages of a flood, `method` one for each
    return log
      ? { kind: "notification", method: logMethod, log }
      : { kind: "notification", method: logMethod };
  }
  if (method.startsWith("notifications/tasks")) {
    return { kind: "notification", method, ...taskMember(params) };
  }
  const { requestId, progressToken, progress, total, message, reason, uri } = membersOf(params);
  const isUri = typeof uri === "string";
  if ((requestId ?? progressToken ?? progress) === undefined && !isUri) {
    if (lastNotification.method !== method) lastNotification = { kind: "notification", method };
    return lastNotification;
  }
  return {
    kind: "notification",
    method,
    ...(isId(requestId) ? { requestId, ...excerptOf(reason) } : {}),
    ...(isId(progressToken) ? { progressToken } : {}),
    ...(typeof progress === "number" ? { progress, ...excerptOf(message) } : {}),
    ...(typeof total === "number" ? { total } : {}),
    ...(isUri ? { subject: uri } : {}),
  };
}

function excerptOf(text: unknown): { readonly excerpt?: string } {
  return typeof text === "string" && text !== "" ? { excerpt: firstLine(text) } : {};
}

const lists = ["tools", "resources", "resourceTemplates", "prompts", "tasks"];

function headOfResult(result: unknown): HeadMembers<"result"> {
  const members = membersOf(result);
  const { protocolVersion } = members;
  if (typeof protocolVersion === "string") return { revision: protocolVersion };
  const excerpt = excerptOf(textOf(members.content));
  if (members.isError === true) return { isError: true, ...excerpt };
  if (members.resultType === "input_required") return { needsInput: true };
  const list = lists.map((name) => members[name]).find(Array.isArray);
  if (list) return { listed: list.length };
  const { task = members } = members;
  return { ...excerpt, ...taskMember(task) };
}

/** The first text of a tool result. */
function textOf(content: unknown): unknown {
  if (!Array.isArray(content)) return undefined;
  const first: unknown = content.find((block) => isJsonObject(block) && block.type === "text");
  return isJsonObject(first) ? first.text : undefined;
}

function isId(value: unknown): value is JsonRpcId {
  return typeof value === "string" || typeof value === "number";
}
