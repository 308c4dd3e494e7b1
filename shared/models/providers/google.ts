/** Sends generateContent requests to Google. */
import { isJsonObject, type JsonObject } from "../../core/json/jsonObject.ts";
import type { ReplyBuilder } from "../reply/replyBuilder.ts";
import {
  finishOf,
  type ModelLister,
  type Provider,
  type ProviderConnection,
  providerErrorOf,
} from "./provider.ts";
import { requestEvents, requestJson } from "./providerRequest.ts";

const stopReasons: ReadonlyMap<string, string> = new Map([
  ["STOP", "endTurn"],
  ["MAX_TOKENS", "maxTokens"],
]);

/** Finish reasons of a filter. */
const refusals =
  /^(?:SAFETY|RECITATION|BLOCKLIST|PROHIBITED_CONTENT|SPII|IMAGE_SAFETY|IMAGE_PROHIBITED_CONTENT|IMAGE_RECITATION)$/;

/** @param path below the version, which a base URL may already have */
function requestTo({ baseUrl, settings: { key } }: ProviderConnection, path: string) {
  const root = /\/v\d\w*$/.test(baseUrl) ? baseUrl : `${baseUrl}/v1beta`;
  return { url: `${root}/${path}`, headers: key ? { "x-goog-api-key": key } : {} };
}

/** @see https://ai.google.dev/api/models */
export const listGoogleModels: ModelLister = async (connection) => {
  const reply = await requestJson(connection, requestTo(connection, "models?pageSize=1000"));
  const models: unknown = isJsonObject(reply) ? reply.models : undefined;
  if (!Array.isArray(models) || models.length === 0) throw new Error("The reply lists no models");
  // models that only embed or generate images cannot answer
  return models
    .filter(isJsonObject)
    .filter(
      ({ supportedGenerationMethods: methods }) =>
        !Array.isArray(methods) || methods.includes("generateContent"),
    )
    .map(({ name }) => ({
      name: typeof name === "string" ? name.replace(/^models\//, "") : undefined,
    }));
};

/** @see https://ai.google.dev/api/generate-content */
export const runGoogle: Provider = async (call) => {
  const { settings, body, isStreaming, builder } = call;
  const name = /^(?:models|tunedModels)\//.test(settings.model)
    ? settings.model
    : `models/${settings.model}`;
  const method = isStreaming ? "streamGenerateContent?alt=sse" : "generateContent";
  const request = { ...requestTo(call, `${name}:${method}`), body };
  const read = createReader(builder, !isStreaming);
  if (!isStreaming) return read(await requestJson(call, request));
  await requestEvents(call, request, read);
};

/** Makes a function that reads a response, or one after the other in a stream. */
function createReader(builder: ReplyBuilder, isWhole: boolean) {
  let parts = 0;
  let isInText = false;
  const readPart = (part: unknown) => {
    if (!isJsonObject(part)) return;
    const { text, thought, functionCall, inlineData, thoughtSignature } = part;
    const signature = typeof thoughtSignature === "string" ? thoughtSignature : undefined;
    if (typeof text === "string") {
      if (signature) builder.leaveOut("thoughtSignature");
      if (thought === true) return builder.reasoning(text);
      if (!isInText) parts++;
      isInText = true;
      return builder.text(`part-${parts}`, text);
    }
    isInText = false;
    parts++;
    if (isJsonObject(functionCall)) {
      const { id, name, args } = functionCall;
      return builder.toolUse(`part-${parts}`, {
        id: typeof id === "string" ? id : undefined,
        name: typeof name === "string" ? name : undefined,
        json: JSON.stringify(args ?? {}),
        signature,
      });
    }
    if (isJsonObject(inlineData) && readMedia(inlineData, builder)) return;
    builder.other(Object.keys(part).find((name) => name !== "thoughtSignature") ?? "", part);
  };

  return (response: unknown) => {
    const value = isJsonObject(response) ? response : {};
    if (isJsonObject(value.error)) throw providerErrorOf(value.error);
    const { candidates, promptFeedback, modelVersion, usageMetadata } = value;
    if (typeof modelVersion === "string") builder.model = modelVersion;
    if (isJsonObject(usageMetadata)) readUsage(usageMetadata, builder);
    const candidate: unknown = Array.isArray(candidates) ? candidates[0] : undefined;
    const blockReason = isJsonObject(promptFeedback) ? promptFeedback.blockReason : undefined;
    if (typeof blockReason === "string") return builder.refuse("", blockReason);
    if (!isJsonObject(candidate)) {
      if (isWhole) throw new Error("The reply has no candidates");
      return;
    }
    const content = isJsonObject(candidate.content) ? candidate.content : {};
    if (Array.isArray(content.parts)) for (const part of content.parts) readPart(part);
    for (const name of ["groundingMetadata", "citationMetadata", "urlContextMetadata"]) {
      if (candidate[name] !== undefined) builder.leaveOut(name);
    }
    if (typeof candidate.finishReason === "string") {
      const { finishMessage: message } = candidate;
      readFinish(candidate.finishReason, typeof message === "string" ? message : "", builder);
    }
  };
}

function readMedia({ mimeType, data }: JsonObject, builder: ReplyBuilder): boolean {
  if (typeof mimeType !== "string" || typeof data !== "string") return false;
  const kind = /^(image|audio)\//.exec(mimeType)?.[1];
  if (kind !== "image" && kind !== "audio") return false;
  builder.media(kind, mimeType, data);
  return true;
}

function readUsage(usage: JsonObject, builder: ReplyBuilder) {
  const { promptTokenCount: input, candidatesTokenCount, cachedContentTokenCount: cached } = usage;
  const { thoughtsTokenCount: thoughts } = usage;
  // thoughts are counted separately and priced like output
  const outputs = [candidatesTokenCount, thoughts].filter((count) => typeof count === "number");
  builder.usage = {
    ...builder.usage,
    ...(typeof input === "number" && { inputTokens: input }),
    ...(outputs.length > 0 && { outputTokens: outputs.reduce((sum, count) => sum + count, 0) }),
    ...(typeof cached === "number" && { cachedTokens: cached }),
    ...(typeof thoughts === "number" && { reasoningTokens: thoughts }),
  };
}

function readFinish(reason: string, message: string, builder: ReplyBuilder) {
  builder.finish = finishOf(reason, stopReasons, message);
  if (refusals.test(reason)) builder.refuse(message, reason);
}
