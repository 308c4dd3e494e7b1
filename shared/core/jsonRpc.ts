/** What a JSON-RPC 2.0 message is, told without ever throwing. */
import { isJsonObject } from "./jsonObject.ts";

/** A request id as the Model Context Protocol allows it. */
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

/** The few facts of a message that routing and the log's index need. */
export type MessageHead =
  | {
      readonly kind: "request";
      readonly id: JsonRpcId;
      readonly method: string;
      /** The `name` or `uri` in its params: what the request is about. */
      readonly subject?: string;
      /** By which the server may report progress. */
      readonly progressToken?: JsonRpcId;
      /** The revision that it offers, or is made in. */
      readonly revision?: string;
    }
  | {
      readonly kind: "notification";
      readonly method: string;
      /** The request that it cancels. */
      readonly requestId?: JsonRpcId;
      /** The request whose progress it reports, and how far that came. */
      readonly progressToken?: JsonRpcId;
      readonly progress?: number;
    }
  | {
      readonly kind: "result";
      readonly id: JsonRpcId;
      /** The revision that a handshake agrees on. */
      readonly revision?: string;
      /** How many items its one list holds, for the results that are lists. */
      readonly listed?: number;
      /** A tool's result that says of itself that it is an error. */
      readonly isError?: true;
    }
  | { readonly kind: "error"; readonly id: JsonRpcId | null; readonly code: number | undefined }
  | {
      readonly kind: "invalid";
      readonly reason: InvalidReason;
      /** Kept when it could be read, so that a broken message still finds its counterpart. */
      readonly id?: JsonRpcId;
      readonly method?: string;
    };

/** The `error` member of a response. */
export interface JsonRpcError {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

/**
 * Tells what kind of JSON-RPC message a value is.
 *
 * @param value any parsed JSON value, except an array (a batch is classified item by item)
 * @returns the head; `invalid` with the first broken rule where it is none
 * @see https://www.jsonrpc.org/specification
 */
export function classify(value: unknown): MessageHead {
  if (!isJsonObject(value)) {
    return { kind: "invalid", reason: "not-an-object" };
  }
  const message = value;
  const { id, method } = message;
  const hasId = Object.hasOwn(message, "id");
  const hasResult = Object.hasOwn(message, "result");
  const hasError = Object.hasOwn(message, "error");

  if (message.jsonrpc !== "2.0") return invalid("wrong-version", id, method);
  if (Object.hasOwn(message, "method")) {
    if (typeof method !== "string") return invalid("method-is-not-a-string", id, method);
    if (!hasId) return noticeOf(method, message.params);
    if (!isId(id)) return invalid(whyNoId(id), id, method);
    return { kind: "request", id, method, ...factsOfParams(message.params) };
  }
  if (hasResult && hasError) return invalid("result-and-error", id, method);
  if (hasResult) {
    if (!isId(id)) return invalid(whyNoId(id), id, method);
    return { kind: "result", id, ...factsOfResult(message.result) };
  }
  if (hasError) {
    const { error } = message;
    if (!isJsonObject(error)) {
      return invalid("error-is-not-an-object", id, method);
    }
    if (hasId && id !== null && !isId(id)) return invalid("id-has-wrong-type", id, method);
    const { code } = error;
    return {
      kind: "error",
      id: isId(id) ? id : null,
      code: typeof code === "number" ? code : undefined,
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

function whyNoId(id: unknown): InvalidReason {
  return id === null ? "id-is-null" : "id-has-wrong-type";
}

type Facts<Kind> = Partial<Extract<MessageHead, { readonly kind: Kind }>>;

function factsOfParams(params: unknown): Facts<"request"> {
  if (typeof params !== "object" || params === null) return {};
  const { name, uri, _meta, protocolVersion } = params as Record<string, unknown>;
  const subject = [name, uri].find((value) => typeof value === "string");
  const meta = _meta as Record<string, unknown> | null | undefined;
  const token = meta?.progressToken;
  const revision = meta?.["io.modelcontextprotocol/protocolVersion"] ?? protocolVersion;
  return {
    ...(subject === undefined ? {} : { subject }),
    ...(isId(token) ? { progressToken: token } : {}),
    ...(typeof revision === "string" ? { revision } : {}),
  };
}

type Notice = Extract<MessageHead, { readonly kind: "notification" }>;

/** The last one that had no more to tell than its method: thousands of the same in a row share it. */
let lastNotice: Notice = { kind: "notification", method: "" };

function noticeOf(method: string, params: unknown): Notice {
  const { requestId, progressToken, progress } = (params ?? {}) as Record<string, unknown>;
  if ((requestId ?? progressToken ?? progress) === undefined) {
    if (lastNotice.method !== method) lastNotice = { kind: "notification", method };
    return lastNotice;
  }
  return {
    kind: "notification",
    method,
    ...(isId(requestId) ? { requestId } : {}),
    ...(isId(progressToken) ? { progressToken } : {}),
    ...(typeof progress === "number" ? { progress } : {}),
  };
}

const lists = ["tools", "resources", "resourceTemplates", "prompts", "tasks"];

function factsOfResult(result: unknown): Facts<"result"> {
  if (typeof result !== "object" || result === null) return {};
  const members = result as Record<string, unknown>;
  const { protocolVersion } = members;
  if (typeof protocolVersion === "string") return { revision: protocolVersion };
  if (members.isError === true) return { isError: true };
  const list = lists.map((name) => members[name]).find(Array.isArray);
  return list ? { listed: list.length } : {};
}

function isId(value: unknown): value is JsonRpcId {
  return typeof value === "string" || typeof value === "number";
}
