/** Sends chat completions requests to OpenAI and to servers with a compatible interface. */
import { getOwn } from "../../core/json/getOwn.ts";
import { isJsonObject, type JsonObject } from "../../core/json/jsonObject.ts";
import type { ReplyBuilder } from "../reply/replyBuilder.ts";
import {
  finishOf,
  type ModelLister,
  modelsIn,
  type Provider,
  type ProviderConnection,
  ProviderError,
  providerErrorOf,
} from "./provider.ts";
import { requestEvents, requestJson } from "./providerRequest.ts";

const stopReasons: ReadonlyMap<string, string> = new Map([
  ["stop", "endTurn"],
  ["length", "maxTokens"],
  ["tool_calls", "toolUse"],
  ["function_call", "toolUse"],
  // words of compatible servers: Together, Text Generation Inference, Mistral
  ["eos", "endTurn"],
  ["eos_token", "endTurn"],
  ["stop_sequence", "stopSequence"],
  ["model_length", "maxTokens"],
]);

/** Words of compatible servers for their own failures: DeepSeek, Mistral. */
const failures: ReadonlySet<string> = new Set(["insufficient_system_resource", "error"]);

const headersOf = ({ settings: { key } }: ProviderConnection): Record<string, string> =>
  key ? { authorization: `Bearer ${key}` } : {};

/** @see https://platform.openai.com/docs/api-reference/models/list */
export const listOpenAiModels: ModelLister = async (connection) => {
  const url = `${connection.baseUrl}/models`;
  return modelsIn(await requestJson(connection, { url, headers: headersOf(connection) }));
};

/** @see https://platform.openai.com/docs/api-reference/chat/create */
export const runOpenAi: Provider = async (call) => {
  const { baseUrl, body, isStreaming, builder } = call;
  const request = { url: `${baseUrl}/chat/completions`, headers: headersOf(call), body };
  const keyOf = createToolKeys();
  if (!isStreaming) return readPart(await requestJson(call, request), "message", builder, keyOf);
  await requestEvents(call, request, (chunk) => readPart(chunk, "delta", builder, keyOf));
};

type ToolKeys = (index: unknown, at: number, id: unknown) => string;

/**
 * Makes a function that returns which tool call a piece belongs to. Some servers number every call
 * 0 or not at all: then a new id starts a new call.
 */
function createToolKeys(): ToolKeys {
  const current = new Map<string, { readonly id: unknown; readonly key: string }>();
  return (index, at, id) => {
    const base = `tool-${typeof index === "number" ? index : at}`;
    const known = current.get(base);
    const isNew = typeof id === "string" && id !== "" && known?.id !== id;
    if (known && !isNew) return known.key;
    const key = known ? `${base}-${id}` : base;
    current.set(base, { id, key });
    return key;
  };
}

/** Reads a completion or a chunk of one; compatible servers leave members out. */
function readPart(
  value: unknown,
  member: "message" | "delta",
  builder: ReplyBuilder,
  keyOf: ToolKeys,
) {
  if (!isJsonObject(value)) throw new Error("The reply is not a JSON object");
  // OpenRouter reports errors of its upstream providers with status 200
  if (isJsonObject(value.error)) throw providerErrorOf(value.error);
  const { model, usage, choices } = value;
  if (typeof model === "string" && model !== "") builder.model = model;
  if (isJsonObject(usage)) readUsage(usage, builder);
  // the last chunk has only the usage
  const choice: unknown = Array.isArray(choices) ? choices[0] : undefined;
  if (!isJsonObject(choice)) {
    if (member === "message") throw new Error("The reply has no choices");
    return;
  }
  if (isJsonObject(choice.error)) throw providerErrorOf(choice.error);
  const message = choice[member];
  if (isJsonObject(message)) readMessage(message, builder, keyOf);
  else if (member === "message") throw new Error("The reply has no message");
  const { finish_reason: finish } = choice;
  // some servers send an empty one until the end
  if (typeof finish !== "string" || finish === "") return;
  if (failures.has(finish)) throw new ProviderError(`The reply ended with ${finish}`);
  const isSequence = finish === "stop" && typeof choice.stop_reason === "string";
  // vLLM's `stop_reason` is the stop sequence that was met
  const met = isSequence
    ? { stopReason: "stopSequence", stopSequence: String(choice.stop_reason) }
    : {};
  builder.finish = { ...finishOf(finish, stopReasons), ...met };
  if (finish === "content_filter") builder.refuse("", finish);
}

/** Cached and reasoning tokens are part of the others. */
function readUsage(usage: JsonObject, builder: ReplyBuilder) {
  const { prompt_tokens: input, completion_tokens: output } = usage;
  const cached = getOwn(usage.prompt_tokens_details, "cached_tokens");
  const reasoning = getOwn(usage.completion_tokens_details, "reasoning_tokens");
  builder.usage = {
    ...builder.usage,
    ...(typeof input === "number" && { inputTokens: input }),
    ...(typeof output === "number" && { outputTokens: output }),
    ...(typeof cached === "number" && { cachedTokens: cached }),
    ...(typeof reasoning === "number" && { reasoningTokens: reasoning }),
  };
}

function readMessage(message: JsonObject, builder: ReplyBuilder, keyOf: ToolKeys) {
  for (const [name, value] of Object.entries(message)) {
    if (value === null || value === undefined) continue;
    switch (name) {
      case "role":
        break;
      case "content":
        readContent(value, builder);
        break;
      case "refusal":
        if (typeof value === "string" && value !== "") builder.refuse(value);
        break;
      // names that DeepSeek, vLLM and OpenRouter use
      case "reasoning":
      case "reasoning_content":
        if (typeof value === "string") builder.reasoning(value);
        break;
      case "tool_calls":
        if (Array.isArray(value)) readToolCalls(value, builder, keyOf);
        break;
      case "function_call":
        readToolCalls([{ function: value }], builder, keyOf);
        break;
      case "images":
        if (Array.isArray(value)) for (const part of value) readContentPart(part, builder);
        break;
      default:
        if (!(Array.isArray(value) && value.length === 0)) builder.leaveOut(name);
    }
  }
}

function readContent(content: unknown, builder: ReplyBuilder) {
  if (typeof content === "string") builder.text("text", content);
  else if (Array.isArray(content)) for (const part of content) readContentPart(part, builder);
  else throw new Error("The content is neither text nor a list");
}

const dataUrl = /^data:(image\/[^;,]+);base64,(.*)$/s;

function readContentPart(part: unknown, builder: ReplyBuilder) {
  const { type, text, image_url } = isJsonObject(part) ? part : {};
  if (type === "text" && typeof text === "string") return builder.text("text", text);
  const url = isJsonObject(image_url) ? image_url.url : undefined;
  const [, mimeType, data] = (typeof url === "string" && dataUrl.exec(url)) || [];
  if (mimeType !== undefined && data !== undefined) builder.media("image", mimeType, data);
  else builder.other(typeof type === "string" ? type : "", part);
}

function readToolCalls(calls: readonly unknown[], builder: ReplyBuilder, keyOf: ToolKeys) {
  for (const [at, call] of calls.entries()) {
    if (!isJsonObject(call) || !isJsonObject(call.function)) {
      const type = isJsonObject(call) && typeof call.type === "string" ? call.type : "tool_call";
      builder.other(type, call);
      continue;
    }
    const { name, arguments: json } = call.function;
    builder.toolUse(keyOf(call.index, at, call.id), {
      id: typeof call.id === "string" && call.id !== "" ? call.id : undefined,
      name: typeof name === "string" ? name : undefined,
      json: typeof json === "string" ? json : json === undefined ? "" : JSON.stringify(json),
    });
  }
}
