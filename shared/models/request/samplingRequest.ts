/**
 * Reads the params of `sampling/createMessage` as received, and notes members that are sent to no
 * provider.
 */
import { isJsonObject, type JsonObject } from "../../core/json/jsonObject.ts";
import { type Block, noteRest, readBlock } from "./content.ts";
import type { MappingNotes } from "./mapping.ts";

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
  notes: MappingNotes,
): SamplingRequest | undefined {
  if (!isJsonObject(params) || !Array.isArray(params.messages)) return undefined;
  const { messages, metadata, includeContext, modelPreferences } = params;
  const read = <T>(name: string, expected: string, isValid: (value: unknown) => value is T) => {
    const value = params[name];
    if (value === undefined) return undefined;
    if (isValid(value)) return value;
    notes.leftOut(`/${name}`, "malformed", { expected });
    return undefined;
  };
  const isText = (value: unknown) => typeof value === "string";
  const isNumber = (value: unknown) => typeof value === "number";
  const isTexts = (value: unknown): value is string[] =>
    Array.isArray(value) && value.every(isText);
  const isTools = (value: unknown): value is unknown[] => Array.isArray(value);

  if (includeContext !== undefined && includeContext !== "none") {
    const value = typeof includeContext === "string" ? includeContext : "";
    notes.leftOut("/includeContext", "context-not-included", { value });
  } else if (includeContext === "none") notes.leftOut("/includeContext", "not-expressed");
  if (modelPreferences !== undefined) notes.leftOut("/modelPreferences", "used-for-choice");
  noteRest(params, "", { read: knownMembers, notSent: ["task"] }, notes);

  const hasTools = revision >= firstWithTools;
  if (!hasTools) {
    for (const name of ["tools", "toolChoice"]) {
      if (params[name] !== undefined) notes.leftOut(`/${name}`, "not-in-revision", { revision });
    }
  }
  const tools = hasTools ? read("tools", "array", isTools) : undefined;
  return {
    systemPrompt: read("systemPrompt", "string", isText),
    messages: messages.flatMap((message, at) => readMessage(message, `/messages/${at}`, notes)),
    maxTokens: readMaxTokens(read("maxTokens", "number", isNumber), maxTokensCap, notes),
    temperature: read("temperature", "number", isNumber),
    stopSequences: read("stopSequences", "array of strings", isTexts) ?? [],
    tools: tools?.flatMap((tool, at) => readTool(tool, `/tools/${at}`, notes)) ?? [],
    toolChoice: hasTools ? readToolChoice(params.toolChoice, notes) : undefined,
    metadata: metadata === undefined ? undefined : read("metadata", "object", isJsonObject),
  };
}

const knownMembers = [
  ...["messages", "modelPreferences", "systemPrompt", "includeContext", "temperature"],
  ...["maxTokens", "stopSequences", "metadata", "tools", "toolChoice"],
];

function readMaxTokens(asked: number | undefined, cap: number | undefined, notes: MappingNotes) {
  if (asked === undefined || cap === undefined || asked <= cap) return asked;
  notes.remark("/maxTokens", "max-tokens-capped", { asked, sent: cap });
  return cap;
}

function readMessage(value: unknown, pointer: string, notes: MappingNotes): SamplingMessage[] {
  if (!isJsonObject(value) || value.content === undefined) {
    notes.leftOut(pointer, "malformed", { expected: "message" });
    return [];
  }
  const { role, content } = value;
  noteRest(value, pointer, { read: ["role", "content"] }, notes);
  if (role !== "user" && role !== "assistant") {
    const params = { role: typeof role === "string" ? role : "" };
    notes.remark(`${pointer}/role`, "role-changed", params);
  }
  const at = `${pointer}/content`;
  const blocks = Array.isArray(content)
    ? content.map((block, index) => readBlock(block, `${at}/${index}`, notes))
    : [readBlock(content, at, notes)];
  return [{ role: role === "assistant" ? "assistant" : "user", pointer, blocks }];
}

/** Members of a tool that are not for the model. */
const toolDetails = ["title", "annotations", "icons", "outputSchema", "execution"];

function readTool(value: unknown, pointer: string, notes: MappingNotes): SamplingTool[] {
  if (!isJsonObject(value) || typeof value.name !== "string" || !isJsonObject(value.inputSchema)) {
    notes.leftOut(pointer, "malformed", { expected: "tool" });
    return [];
  }
  const { name, description, inputSchema } = value;
  const read = ["name", "description", "inputSchema"];
  noteRest(value, pointer, { read, notSent: toolDetails }, notes);
  if (description !== undefined && typeof description !== "string") {
    notes.leftOut(`${pointer}/description`, "malformed", { expected: "string" });
  }
  const text = typeof description === "string" ? description : undefined;
  return [{ pointer, name, description: text, inputSchema }];
}

function readToolChoice(value: unknown, notes: MappingNotes) {
  if (value === undefined) return undefined;
  const mode = isJsonObject(value) ? (value.mode ?? "auto") : undefined;
  if (isJsonObject(value)) noteRest(value, "/toolChoice", { read: ["mode"] }, notes);
  if (mode === "auto" || mode === "required" || mode === "none") return mode;
  notes.leftOut("/toolChoice", "malformed", { expected: "mode auto, required or none" });
  return undefined;
}
