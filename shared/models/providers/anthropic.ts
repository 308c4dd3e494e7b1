/** Sends Messages requests to Anthropic and to servers with a compatible interface. */
import { isJsonObject, type JsonObject } from "../../core/json/jsonObject.ts";
import { textOfJson } from "../../core/text/textOfJson.ts";
import type { ReplyBuilder } from "../reply/replyBuilder.ts";
import {
  finishOf,
  type ModelLister,
  modelsIn,
  type Provider,
  type ProviderConnection,
  providerErrorOf,
} from "./provider.ts";
import { requestEvents, requestJson } from "./providerRequest.ts";

const stopReasons: ReadonlyMap<string, string> = new Map([
  ["end_turn", "endTurn"],
  ["stop_sequence", "stopSequence"],
  ["max_tokens", "maxTokens"],
  ["model_context_window_exceeded", "maxTokens"],
  ["tool_use", "toolUse"],
]);

/** @param path below the version, which a base URL may already have */
function requestTo({ baseUrl, settings: { key } }: ProviderConnection, path: string) {
  return {
    url: `${baseUrl.replace(/\/v1$/, "")}/v1/${path}`,
    headers: {
      ...(key ? { "x-api-key": key } : {}),
      "anthropic-version": "2023-06-01",
      // without it, a page may not read the reply
      "anthropic-dangerous-direct-browser-access": "true",
    },
  };
}

/** @see https://platform.claude.com/docs/en/api/models-list */
export const listAnthropicModels: ModelLister = async (connection) =>
  modelsIn(await requestJson(connection, requestTo(connection, "models?limit=1000")));

/** @see https://platform.claude.com/docs/en/api/messages */
export const runAnthropic: Provider = async (call) => {
  const { body, isStreaming, builder } = call;
  const request = { ...requestTo(call, "messages"), body };
  if (!isStreaming) return readMessage(await requestJson(call, request), builder);
  await requestEvents(call, request, (event) => readEvent(event, builder));
};

function readMessage(value: unknown, builder: ReplyBuilder) {
  if (!isJsonObject(value) || !Array.isArray(value.content)) {
    throw new Error("The reply has no content");
  }
  readHead(value, builder);
  for (const [at, block] of value.content.entries()) startBlock(at, block, builder, true);
  readFinish(value, builder);
}

/** @see https://docs.anthropic.com/en/docs/build-with-claude/streaming#event-types */
function readEvent(event: unknown, builder: ReplyBuilder) {
  if (!isJsonObject(event)) throw new Error("An event is not a JSON object");
  switch (event.type) {
    case "message_start":
      if (isJsonObject(event.message)) readHead(event.message, builder);
      return;
    case "content_block_start":
      return startBlock(Number(event.index), event.content_block, builder, false);
    case "content_block_delta":
      if (isJsonObject(event.delta)) readDelta(Number(event.index), event.delta, builder);
      return;
    case "message_delta":
      readUsage(event.usage, builder);
      if (isJsonObject(event.delta)) readFinish(event.delta, builder);
      return;
    case "error":
      throw providerErrorOf(isJsonObject(event.error) ? event.error : {});
  }
}

function readHead({ model, usage }: JsonObject, builder: ReplyBuilder) {
  if (typeof model === "string" && model !== "") builder.model = model;
  readUsage(usage, builder);
}

function readUsage(usage: unknown, builder: ReplyBuilder) {
  if (!isJsonObject(usage)) return;
  const { input_tokens: fresh, output_tokens: output } = usage;
  const count = (value: unknown) => (typeof value === "number" ? value : 0);
  const cached = count(usage.cache_read_input_tokens);
  builder.usage = {
    ...builder.usage,
    // tokens that were written to or read from a cache are not in `input_tokens`
    ...(typeof fresh === "number" && {
      inputTokens: fresh + count(usage.cache_creation_input_tokens) + cached,
    }),
    ...(typeof usage.cache_read_input_tokens === "number" && { cachedTokens: cached }),
    ...(typeof output === "number" && { outputTokens: output }),
  };
}

/** @param isWhole whether the block holds its content; in a stream it arrives in deltas */
function startBlock(at: number, block: unknown, builder: ReplyBuilder, isWhole: boolean) {
  const key = String(at);
  const { type, text, thinking, id, name, input, citations } = isJsonObject(block) ? block : {};
  switch (type) {
    case "text":
      if (Array.isArray(citations) && citations.length > 0) builder.leaveOut("citations");
      return builder.text(key, typeof text === "string" ? text : "");
    case "tool_use":
      return builder.toolUse(key, {
        id: typeof id === "string" ? id : undefined,
        name: typeof name === "string" ? name : undefined,
        json: isWhole ? JSON.stringify(input) : "",
      });
    case "thinking":
      return builder.reasoning(typeof thinking === "string" ? thinking : "");
    case "redacted_thinking":
      return builder.leaveOut("redacted_thinking");
    default:
      return builder.other(typeof type === "string" ? type : "", block);
  }
}

function readDelta(at: number, delta: JsonObject, builder: ReplyBuilder) {
  const { type, text, partial_json, thinking } = delta;
  if (type === "text_delta" && typeof text === "string") builder.text(textOfJson(at), text);
  else if (type === "input_json_delta" && typeof partial_json === "string") {
    builder.toolUse(textOfJson(at), { json: partial_json });
  } else if (type === "thinking_delta" && typeof thinking === "string") {
    builder.reasoning(thinking);
  } else if (type === "citations_delta") builder.leaveOut("citations");
  else if (type !== "signature_delta") builder.leaveOut(textOfJson(type));
}

function readFinish(value: JsonObject, builder: ReplyBuilder) {
  const { stop_reason: raw, stop_sequence, stop_details } = value;
  if (typeof raw !== "string") return;
  const met = typeof stop_sequence === "string" ? { stopSequence: stop_sequence } : {};
  builder.finish = { ...finishOf(raw, stopReasons), ...met };
  if (raw === "refusal") {
    const { explanation, category } = isJsonObject(stop_details) ? stop_details : {};
    const reason = typeof category === "string" ? category : raw;
    builder.refuse(typeof explanation === "string" ? explanation : "", reason);
  }
}
