/** Maps a sampling request to an OpenAI chat completions request. */
import type OpenAI from "openai";
import type { ResultContent, ToolResultBlock, ToolUseBlock } from "./content.ts";
import {
  commonImages,
  noteCount,
  noteMediaType,
  noteNotSent,
  noteRange,
  noteRenamed,
  sentNames,
  textOf,
  textOfMembers,
} from "./mappedParts.ts";
import type { MappingNotes } from "./mapping.ts";
import type { RequestNames } from "./safeNames.ts";
import type { SamplingMessage, SamplingRequest } from "./samplingRequest.ts";

type Body = OpenAI.ChatCompletionCreateParamsNonStreaming;
type Part = OpenAI.ChatCompletionContentPart;

export const openAiNames = {
  tools: { forbidden: /[^a-zA-Z0-9_-]/g, maximum: 64 },
  ids: { forbidden: /[^\x21-\x7e]/g, maximum: 40 },
};

const audioFormats: ReadonlyMap<string, string> = new Map([
  ["audio/wav", "wav"],
  ["audio/x-wav", "wav"],
  ["audio/wave", "wav"],
  ["audio/mp3", "mp3"],
  ["audio/mpeg", "mp3"],
]);

/**
 * Maps a request.
 * @param service the model's name at the provider, and whether OpenAI itself answers; others still
 *   read the older `max_tokens`
 * @see https://platform.openai.com/docs/api-reference/chat/create
 */
export function toOpenAi(
  request: SamplingRequest,
  { model, isOwnService }: { readonly model: string; readonly isOwnService: boolean },
  names: RequestNames,
  notes: MappingNotes,
): Body {
  const messages: Body["messages"] = [];
  if (request.systemPrompt !== undefined) {
    messages.push({ role: "system", content: request.systemPrompt });
  }
  for (const message of request.messages) {
    const add = message.role === "assistant" ? addAssistantMessage : addUserMessages;
    add(message, messages, names, notes);
  }
  const body: Body = { model, messages };
  if (request.maxTokens !== undefined) {
    const name = isOwnService ? "max_completion_tokens" : "max_tokens";
    body[name] = request.maxTokens;
  }
  if (request.temperature !== undefined) {
    body.temperature = request.temperature;
    noteRange(request.temperature, 2, notes);
  }
  if (request.stopSequences.length > 0) {
    body.stop = [...request.stopSequences];
    noteCount(request.stopSequences.length, 4, notes);
  }
  if (request.metadata !== undefined) {
    body.metadata = request.metadata as Record<string, string>;
  }
  if (request.tools.length > 0) {
    body.tools = request.tools.map(({ pointer, name, description, inputSchema }) => {
      const sent = names.tools.send(name);
      noteRenamed(`${pointer}/name`, name, sent, notes);
      const parameters = inputSchema as Record<string, unknown>;
      return {
        type: "function",
        function: { name: sent, ...(description !== undefined && { description }), parameters },
      };
    });
  }
  if (request.toolChoice && request.tools.length > 0) body.tool_choice = request.toolChoice;
  else if (request.toolChoice) notes.leftOut("/toolChoice", "choice-without-tools");
  return body;
}

/** The texts and tool uses of an assistant message; it takes no media. */
function addAssistantMessage(
  { pointer, blocks }: SamplingMessage,
  messages: Body["messages"],
  names: RequestNames,
  notes: MappingNotes,
) {
  const texts: OpenAI.ChatCompletionContentPartText[] = [];
  const calls: OpenAI.ChatCompletionMessageFunctionToolCall[] = [];
  const results: ToolResultBlock[] = [];
  for (const block of blocks) {
    if (block.kind === "tool-use") {
      calls.push(toolCall(block, names, notes));
    } else if (block.kind === "tool-result") {
      results.push(block);
    } else {
      const part = toPart(block, notes, "text");
      if (part?.type === "text") texts.push(part);
    }
  }
  if (texts.length > 0 || calls.length > 0) {
    const content = simplify(texts) ?? null;
    const tool_calls = calls.length > 0 ? { tool_calls: calls } : {};
    messages.push({ role: "assistant", content, ...tool_calls });
  } else if (results.length === 0) notes.leftOut(pointer, "message-empty");
  for (const result of results) addToolMessage(result, messages, names, notes);
}

/**
 * Tool results become separate messages; their media and everything else follow as a user message.
 */
function addUserMessages(
  { pointer, blocks }: SamplingMessage,
  messages: Body["messages"],
  names: RequestNames,
  notes: MappingNotes,
) {
  const first = messages.length;
  const results = blocks.filter((block) => block.kind === "tool-result");
  const moved = results.flatMap((block) => addToolMessage(block, messages, names, notes));
  const parts: Part[] = [];
  for (const block of [...moved, ...blocks]) {
    if (block.kind === "tool-result") continue;
    const part = block.kind === "tool-use" ? toolUseText(block, notes) : toPart(block, notes);
    if (part) parts.push(part);
  }
  const content = simplify(parts);
  if (content !== undefined) messages.push({ role: "user", content });
  else if (messages.length === first) notes.leftOut(pointer, "message-empty");
}

/** A tool use in a user message, which the specification does not allow. */
function toolUseText(block: ToolUseBlock, notes: MappingNotes): Part {
  notes.translated(block.pointer, "content-as-text", { type: "tool_use" });
  const { id, name, input } = block;
  return { type: "text", text: JSON.stringify({ type: "tool_use", id, name, input }) };
}

function toolCall(
  block: ToolUseBlock,
  names: RequestNames,
  notes: MappingNotes,
): OpenAI.ChatCompletionMessageFunctionToolCall {
  const sent = sentNames(block, names, notes);
  if (block.signature !== undefined) notes.leftOut(`${block.pointer}/_meta`, "not-expressed");
  return {
    id: sent.id,
    type: "function",
    function: { name: sent.name, arguments: JSON.stringify(block.input) },
  };
}

/** Adds a tool message, which holds only text, and returns the media that cannot be in it. */
function addToolMessage(
  block: ToolResultBlock,
  messages: Body["messages"],
  names: RequestNames,
  notes: MappingNotes,
): ResultContent[] {
  const moved: ResultContent[] = [];
  const texts: OpenAI.ChatCompletionContentPartText[] = [];
  for (const item of block.content) {
    if (item.kind === "image" || item.kind === "audio") {
      notes.remark(item.pointer, "content-moved", { type: item.kind });
      moved.push(item);
      continue;
    }
    const part = toPart(item, notes);
    if (part?.type === "text") texts.push(part);
  }
  const members = textOfMembers(block, false, notes);
  if (members !== undefined) texts.push({ type: "text", text: members });
  const id = names.ids.send(block.id);
  noteRenamed(`${block.pointer}/toolUseId`, block.id, id, notes);
  const content = simplify(texts) ?? "";
  messages.push({ role: "tool", tool_call_id: id, content });
  return moved;
}

/** A single text as a string, which every server understands; undefined if there is no content. */
function simplify<T extends Part>(parts: readonly T[]): string | T[] | undefined {
  const [first, ...others] = parts;
  if (!first) return undefined;
  if (others.length > 0 || first.type !== "text") return [...parts];
  return first.text;
}

/** @param only `text` if media cannot be sent */
function toPart(block: ResultContent, notes: MappingNotes, only?: "text"): Part | undefined {
  switch (block.kind) {
    case "text":
    case "other":
      return { type: "text", text: textOf(block, notes) };
    case "image": {
      if (only) break;
      noteMediaType(block, commonImages, "openai", notes);
      return {
        type: "image_url",
        image_url: { url: `data:${block.mimeType};base64,${block.data}` },
      };
    }
    case "audio": {
      if (only) break;
      noteMediaType(block, [...audioFormats.keys()], "openai", notes);
      const format = audioFormats.get(block.mimeType) ?? block.mimeType.replace(/^audio\//, "");
      return { type: "input_audio", input_audio: { data: block.data, format: format as "wav" } };
    }
  }
  noteNotSent(block, "openai", notes);
  return undefined;
}
