/** Sends generateContent requests with Google's client library. */
import { isJsonObject, type JsonObject, parseJsonObject } from "../../core/json/jsonObject.ts";
import type { ReplyBuilder } from "../reply/replyBuilder.ts";
import type { GoogleBody } from "../request/toGoogle.ts";
import {
  finishOf,
  loadLibrary,
  type ModelLister,
  type Provider,
  type ProviderConnection,
  ProviderError,
} from "./provider.ts";

const stopReasons: ReadonlyMap<string, string> = new Map([
  ["STOP", "endTurn"],
  ["MAX_TOKENS", "maxTokens"],
]);

/** Finish reasons of a filter. */
const refusals =
  /^(?:SAFETY|RECITATION|BLOCKLIST|PROHIBITED_CONTENT|SPII|IMAGE_SAFETY|IMAGE_PROHIBITED_CONTENT|IMAGE_RECITATION)$/;

async function loadClient({ settings, baseUrl, fetch }: ProviderConnection) {
  const { GoogleGenAI, ApiError } = await loadLibrary(() => import("@google/genai/web"));
  const [, root = baseUrl, version = "v1beta"] = /^(.*?)(?:\/(v\d\w*))?$/.exec(baseUrl) ?? [];
  const client = new GoogleGenAI({
    // the library insists on a key; without one the guarded fetch removes the header
    apiKey: settings.key || "none",
    httpOptions: { baseUrl: root, apiVersion: version, fetch },
  });
  return { client, ApiError };
}

/** @see https://ai.google.dev/api/models */
export const listGoogleModels: ModelLister = async (connection) => {
  const { client } = await loadClient(connection);
  const config = { pageSize: 1000, abortSignal: connection.signal };
  const { page } = await client.models.list({ config });
  if (page.length === 0) throw new Error("The reply lists no models");
  // models that only embed or generate images cannot answer
  const answering = page.filter(
    ({ supportedActions }) => supportedActions?.includes("generateContent") ?? true,
  );
  return answering.map(({ name }) => name?.replace(/^models\//, ""));
};

/** @see https://ai.google.dev/api/generate-content */
export const runGoogle: Provider = async (call) => {
  const { settings, body, isStreaming, signal, builder } = call;
  const { fetch, finishMessage } = readFinishMessage(call.fetch);
  const { client, ApiError } = await loadClient({ ...call, fetch });
  const { contents, generationConfig, ...config } = body as unknown as GoogleBody;
  const params = {
    model: settings.model,
    contents,
    config: { ...generationConfig, ...config, abortSignal: signal },
  } as Parameters<typeof client.models.generateContent>[0];
  const read = createReader(builder, !isStreaming, finishMessage);
  try {
    if (!isStreaming) return read(await client.models.generateContent(params));
    for await (const chunk of await client.models.generateContentStream(params)) read(chunk);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw new ProviderError(messageOf(error.message), error.status);
  }
};

/** The library writes the provider's error as JSON behind the status. */
function messageOf(text: string): string {
  const error = parseJsonObject(text.slice(text.indexOf("{")))?.error;
  return isJsonObject(error) && typeof error.message === "string" ? error.message : text;
}

/** Characters of the end of a reply in which its `finishMessage` is. */
const maxEnd = 16_384;

/** Reads what the library leaves out of a reply: why the model stopped, in the provider's sentence. */
function readFinishMessage(send: typeof globalThis.fetch) {
  const decoder = new TextDecoder();
  let end = "";
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const { body, status, headers } = await send(input, init);
    const watched = body?.pipeThrough(
      new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
        transform(chunk, controller) {
          end = (end + decoder.decode(chunk, { stream: true })).slice(-maxEnd);
          controller.enqueue(chunk);
        },
      }),
    );
    return new Response(watched ?? null, { status, headers });
  };
  const finishMessage = (): string => {
    const literal = [...end.matchAll(/"finishMessage"\s*:\s*("(?:[^"\\]|\\.)*")/g)].at(-1)?.[1];
    const message = literal && parseJsonObject(`{"message":${literal}}`)?.message;
    return typeof message === "string" ? message : "";
  };
  return { fetch, finishMessage };
}

/** Makes a function that reads a response, or one after the other in a stream. */
function createReader(builder: ReplyBuilder, isWhole: boolean, finishMessage: () => string) {
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
      readFinish(candidate.finishReason, finishMessage(), builder);
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
