/** Defines the protocol as the demo server's tools see it, and the errors they end with. */
import type { JsonObject } from "../core/json/jsonObject.ts";

/** Fails a request with a JSON-RPC error. */
export class RpcError extends Error {
  readonly code: number;
  readonly data: unknown;
  /** The HTTP status in the modern era; the legacy era always answers with 200. */
  readonly status: number;
  constructor(code: number, message: string, options: { data?: unknown; status?: number } = {}) {
    super(message);
    this.code = code;
    this.data = options.data;
    this.status = options.status ?? 200;
  }
}

/** The error object of a response. */
export function demoError(cause: unknown): JsonObject {
  if (!(cause instanceof RpcError)) return { code: -32603, message: String(cause) };
  const { code, message, data } = cause;
  return { code, message, ...(data === undefined ? {} : { data }) };
}

export const invalidParams = (message: string, data?: unknown) =>
  new RpcError(-32602, message, { data });

/** The request that a tool sends to the client; members depend on the revision. */
export interface InputRequest {
  readonly method: "elicitation/create" | "sampling/createMessage" | "roots/list";
  readonly params?: JsonObject;
}

/** Sends a request to the client within the stream of another one, and waits for its answer. */
export type AskClient = (request: InputRequest, meta?: JsonObject) => Promise<JsonObject>;

/** A tool call, as the tool sees it at every revision. */
export interface ToolCall {
  readonly args: JsonObject;
  /** The JSON text of an argument, in which numbers keep every digit. */
  argumentText(name: string): string | undefined;
  date(): Date;
  /** Waits for some milliseconds; rejects where the call is cancelled first. */
  sleep(ms: number): Promise<void>;
  /** Aborted when the client cancels the call. */
  readonly signal: AbortSignal;
  /** Sends a progress notification if the client wants any. */
  progress(progress: number, total: number, message: string): void;
  /** Sends a log message if the client wants its level; returns whether it does. */
  log(level: string, data: unknown): boolean;
  /**
   * Asks the client and waits for its answer.
   * @param key identifies the question among those of this call
   * @throws {RpcError} when the client does not declare the capability
   */
  ask(key: string, request: InputRequest): Promise<JsonObject>;
  /** Reports that the action of an opened URL is complete; only the legacy era has a message for it. */
  urlCompleted(key: string): void;
}

/** The result of `tools/call`, without members that only some revisions have. */
export interface ToolResult {
  readonly content: readonly JsonObject[];
  readonly structuredContent?: JsonObject;
  readonly isError?: boolean;
}

export interface DemoTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: JsonObject;
  readonly outputSchema?: JsonObject;
  readonly annotations?: JsonObject;
  readonly icons?: readonly JsonObject[];
  readonly _meta?: JsonObject;
  readonly canBeTask?: true;
  /** The first revision with the features that the tool needs; any if undefined. */
  readonly since?: string;
  run(call: ToolCall): ToolResult | Promise<ToolResult>;
}

export const textBlock = (words: string): JsonObject => ({ type: "text", text: words });

export const textResult = (words: string): ToolResult => ({ content: [textBlock(words)] });

/** A JSON value as text and as structured content. */
export const structured = (value: JsonObject): ToolResult => ({
  content: [textBlock(JSON.stringify(value, undefined, 2))],
  structuredContent: value,
});

/** An object schema. */
export const fields = (properties: JsonObject, required: readonly string[] = []): JsonObject => ({
  type: "object",
  properties,
  ...(required.length > 0 ? { required } : {}),
});
