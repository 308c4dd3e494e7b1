/**
 * Reads the params of `sampling/createMessage` as received, and notes members that are sent to no
 * provider.
 */
import { isJsonObject, type JsonObject } from "../../core/json/jsonObject.ts";
import { type Block, noteRest, readBlock } from "./content.ts";
import type { MappingRecorder } from "./mapping.ts";

export interface SamplingMessage {
  readonly role: "user" | "assistant";
  readonly pointer: string;
  readonly blocks: readonly Block[];
}

interface SamplingTool {
  readonly pointer: string;
  readonly name: string;
  readonly description: string | undefined;
  readonly inputSchema: JsonObject;
}

export interface SamplingRequest {
  readonly systemPrompt: string | undefined;
  readonly messages: readonly SamplingMessage[];
  /** Undefined where the request has no usable number. */
  readonly maxTokens: number | undefined;
  readonly temperature: number | undefined;
  readonly stopSequences: readonly string[];
  readonly tools: readonly SamplingTool[];
  readonly toolChoice: "auto" | "required" | "none" | undefined;
  readonly metadata: JsonObject | undefined;
}

/** The first revision with tools and several blocks in a message. */
export const firstWithTools = "2025-11-25";

/**
 * Reads a request.
 * @param revision of the server that asks
 * @param maxTokensCap the most tokens that may be asked for
 * @returns undefined if the params are not an object with an array of messages
 */
export function readSamplingRequest(
  params: unknown,
  revision: string,
  maxTokensCap: number | undefined,
  recorder: MappingRecorder,
): SamplingRequest | undefined {
  if (!isJsonObject(params) || !Array.isArray(params.messages)) return undefined;
  const { messages, metadata, includeContext, modelPreferences } = params;
  const read = <T>(name: string, expected: string, isValid: (value: unknown) => value is T) => {
    const value = params[name];
    if (value === undefined) return undefined;
    if (isValid(value)) return value;
    recorder.leftOut(`/${name}`, "malformed", { expected });
    return undefined;
  };
  const isText = (value: unknown) => typeof value === "string";
  const isNumber = (value: unknown) => typeof value === "number";
  const isTexts = (value: unknown): value is string[] =>
    Array.isArray(value) && value.every(isText);
  const isTools = (value: unknown): value is unknown[] => Array.isArray(value);

  if (includeContext !== undefined && includeContext !== "none") {
    const value = typeof includeContext === "string" ? includeContext : "";
    recorder.leftOut("/includeContext", "context-not-included", { value });
  } else if (includeContext === "none") recorder.leftOut("/includeContext", "not-expressed");
  if (modelPreferences !== undefined) recorder.leftOut("/modelPreferences", "used-for-choice");
  noteRest(params, "", { read: knownMembers, notSent: ["task"] }, recorder);

  const hasTools = revision >= firstWithTools;
  if (!hasTools) {
    for (const name of ["tools", "toolChoice"]) {
      if (params[name] !== undefined) recorder.leftOut(`/${name}`, "not-in-revision", { revision });
    }
  }
  const tools = hasTools ? read("tools", "array", isTools) : undefined;
  return {
    systemPrompt: read("systemPrompt", "string", isText),
    messages: messages.flatMap((message, at) => readMessage(message, `/messages/${at}`, recorder)),
    maxTokens: readMaxTokens(read("maxTokens", "number", isNumber), maxTokensCap, recorder),
    temperature: read("temperature", "number", isNumber),
    stopSequences: read("stopSequences", "array of strings", isTexts) ?? [],
    tools: tools?.flatMap((tool, at) => readTool(tool, `/tools/${at}`, recorder)) ?? [],
    toolChoice: hasTools ? readToolChoice(params.toolChoice, recorder) : undefined,
    metadata: metadata === undefined ? undefined : read("metadata", "object", isJsonObject),
  };
}

const knownMembers = [
  ...["messages", "modelPreferences", "systemPrompt", "includeContext", "temperature"],
  ...["maxTokens", "stopSequences", "metadata", "tools", "toolChoice"],
];

function readMaxTokens(
  asked: number | undefined,
  cap: number | undefined,
  recorder: MappingRecorder,
) {
  if (asked === undefined || cap === undefined || asked <= cap) return asked;
  recorder.remark("/maxTokens", "max-tokens-capped", { asked, sent: cap });
  return cap;
}

function readMessage(
  value: unknown,
  pointer: string,
  recorder: MappingRecorder,
): SamplingMessage[] {
  if (!isJsonObject(value) || value.content === undefined) {
    recorder.leftOut(pointer, "malformed", { expected: "message" });
    return [];
  }
  const { role, content } = value;
  noteRest(value, pointer, { read: ["role", "content"] }, recorder);
  if (role !== "user" && role !== "assistant") {
    const params = { role: typeof role === "string" ? role : "" };
    recorder.remark(`${pointer}/role`, "role-changed", params);
  }
  const at = `${pointer}/content`;
  const blocks = Array.isArray(content)
    ? content.map((block, index) => readBlock(block, `${at}/${index}`, recorder))
    : [readBlock(content, at, recorder)];
  return [{ role: role === "assistant" ? "assistant" : "user", pointer, blocks }];
}

/** Members of a tool that are not for the model. */
const toolDetails = ["title", "annotations", "icons", "outputSchema", "execution"];

function readTool(value: unknown, pointer: string, recorder: MappingRecorder): SamplingTool[] {
  if (!isJsonObject(value) || typeof value.name !== "string" || !isJsonObject(value.inputSchema)) {
    recorder.leftOut(pointer, "malformed", { expected: "tool" });
    return [];
  }
  const { name, description, inputSchema } = value;
  const read = ["name", "description", "inputSchema"];
  noteRest(value, pointer, { read, notSent: toolDetails }, recorder);
  if (description !== undefined && typeof description !== "string") {
    recorder.leftOut(`${pointer}/description`, "malformed", { expected: "string" });
  }
  const text = typeof description === "string" ? description : undefined;
  return [{ pointer, name, description: text, inputSchema }];
}

function readToolChoice(value: unknown, recorder: MappingRecorder) {
  if (value === undefined) return undefined;
  const mode = isJsonObject(value) ? (value.mode ?? "auto") : undefined;
  if (isJsonObject(value)) noteRest(value, "/toolChoice", { read: ["mode"] }, recorder);
  if (mode === "auto" || mode === "required" || mode === "none") return mode;
  recorder.leftOut("/toolChoice", "malformed", { expected: "mode auto, required or none" });
  return undefined;
}
