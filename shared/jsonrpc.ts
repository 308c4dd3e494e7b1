/** What a JSON-RPC 2.0 message is, told without ever throwing. */

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
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return { kind: "invalid", reason: "not-an-object" };
  }
  const message = value as Record<string, unknown>;
  const has = (key: string) => Object.hasOwn(message, key);
  const id = isId(message.id) ? message.id : undefined;
  const method = typeof message.method === "string" ? message.method : undefined;
  const invalid = (reason: InvalidReason): MessageHead => ({
    kind: "invalid",
    reason,
    ...(id === undefined ? {} : { id }),
    ...(method === undefined ? {} : { method }),
  });

  if (message.jsonrpc !== "2.0") return invalid("wrong-version");
  if (has("method")) {
    if (method === undefined) return invalid("method-is-not-a-string");
    if (!has("id")) return { kind: "notification", method, ...factsOfNotice(message.params) };
    if (message.id === null) return invalid("id-is-null");
    if (id === undefined) return invalid("id-has-wrong-type");
    return { kind: "request", id, method, ...factsOfParams(message.params) };
  }
  if (has("result") && has("error")) return invalid("result-and-error");
  if (has("result")) {
    if (message.id === null) return invalid("id-is-null");
    if (id === undefined) return invalid("id-has-wrong-type");
    return { kind: "result", id, ...factsOfResult(message.result) };
  }
  if (has("error")) {
    const error = message.error;
    if (typeof error !== "object" || error === null || Array.isArray(error)) {
      return invalid("error-is-not-an-object");
    }
    if (has("id") && message.id !== null && id === undefined) return invalid("id-has-wrong-type");
    const code = (error as Record<string, unknown>).code;
    return {
      kind: "error",
      id: id ?? null,
      code: typeof code === "number" ? code : undefined,
    };
  }
  return invalid("no-method-result-or-error");
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

function factsOfNotice(params: unknown): Facts<"notification"> {
  if (typeof params !== "object" || params === null) return {};
  const { requestId, progressToken, progress } = params as Record<string, unknown>;
  return {
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
