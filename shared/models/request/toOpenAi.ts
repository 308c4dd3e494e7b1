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
import type { MappingRecorder } from "./mapping.ts";
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
  recorder: MappingRecorder,
): Body {
  const messages: Body["messages"] = [];
  if (request.systemPrompt !== undefined) {
    recorder.same("/systemPrompt", "/messages/0/content");
    messages.push({ role: "system", content: request.systemPrompt });
  }
  for (const message of request.messages) {
    const add = message.role === "assistant" ? addAssistantMessage : addUserMessages;
    add(message, messages, names, recorder);
  }
  const body: Body = { model, messages };
  if (request.maxTokens !== undefined) {
    const name = isOwnService ? "max_completion_tokens" : "max_tokens";
    recorder.same("/maxTokens", `/${name}`);
    body[name] = request.maxTokens;
  }
  if (request.temperature !== undefined) {
    recorder.same("/temperature", "/temperature");
    body.temperature = request.temperature;
    noteRange(request.temperature, 2, recorder);
  }
  if (request.stopSequences.length > 0) {
    recorder.same("/stopSequences", "/stop");
    body.stop = [...request.stopSequences];
    noteCount(request.stopSequences.length, 4, recorder);
  }
  if (request.metadata !== undefined) {
    recorder.same("/metadata", "/metadata");
    body.metadata = request.metadata as Record<string, string>;
  }
  if (request.tools.length > 0) {
    body.tools = request.tools.map(({ pointer, name, description, inputSchema }, at) => {
      const sent = names.tools.send(name);
      recorder.same(pointer, `/tools/${at}/function`);
      noteRenamed(`${pointer}/name`, name, sent, recorder);
      const parameters = inputSchema as Record<string, unknown>;
      return {
        type: "function",
        function: { name: sent, ...(description !== undefined && { description }), parameters },
      };
    });
  }
  if (request.toolChoice && request.tools.length > 0) {
    recorder.same("/toolChoice", "/tool_choice");
    body.tool_choice = request.toolChoice;
  } else if (request.toolChoice) recorder.leftOut("/toolChoice", "choice-without-tools");
  return body;
}

/** The texts and tool uses of an assistant message; it takes no media. */
function addAssistantMessage(
  { pointer, blocks }: SamplingMessage,
  messages: Body["messages"],
  names: RequestNames,
  recorder: MappingRecorder,
) {
  const at = `/messages/${messages.length}`;
  const texts: OpenAI.ChatCompletionContentPartText[] = [];
  const calls: OpenAI.ChatCompletionMessageFunctionToolCall[] = [];
  const results: ToolResultBlock[] = [];
  for (const block of blocks) {
    if (block.kind === "tool-use") {
      calls.push(toolCall(block, `${at}/tool_calls/${calls.length}`, names, recorder));
    } else if (block.kind === "tool-result") {
      results.push(block);
    } else {
      const part = toPart(block, `${at}/content/${texts.length}`, recorder, "text");
      if (part?.type === "text") texts.push(part);
    }
  }
  if (texts.length > 0 || calls.length > 0) {
    const content = simplify(texts, at, recorder) ?? null;
    recorder.same(`${pointer}/role`, `${at}/role`);
    const tool_calls = calls.length > 0 ? { tool_calls: calls } : {};
    messages.push({ role: "assistant", content, ...tool_calls });
  } else if (results.length === 0) recorder.leftOut(pointer, "message-empty");
  for (const result of results) addToolMessage(result, messages, names, recorder);
}

/**
 * Tool results become separate messages; their media and everything else follow as a user message.
 */
function addUserMessages(
  { pointer, blocks }: SamplingMessage,
  messages: Body["messages"],
  names: RequestNames,
  recorder: MappingRecorder,
) {
  const first = messages.length;
  const results = blocks.filter((block) => block.kind === "tool-result");
  const moved = results.flatMap((block) => addToolMessage(block, messages, names, recorder));
  const at = `/messages/${messages.length}`;
  const parts: Part[] = [];
  for (const block of [...moved, ...blocks]) {
    if (block.kind === "tool-result") continue;
    const to = `${at}/content/${parts.length}`;
    const part =
      block.kind === "tool-use" ? toolUseText(block, to, recorder) : toPart(block, to, recorder);
    if (part) parts.push(part);
  }
  const content = simplify(parts, at, recorder);
  if (content !== undefined) messages.push({ role: "user", content });
  if (messages.length > first) recorder.same(`${pointer}/role`, `/messages/${first}/role`);
  else recorder.leftOut(pointer, "message-empty");
}

/** A tool use in a user message, which the specification does not allow. */
function toolUseText(block: ToolUseBlock, to: string, recorder: MappingRecorder): Part {
  recorder.translated(block.pointer, to, "content-as-text", { type: "tool_use" });
  const { id, name, input } = block;
  return { type: "text", text: JSON.stringify({ type: "tool_use", id, name, input }) };
}

function toolCall(
  block: ToolUseBlock,
  to: string,
  names: RequestNames,
  recorder: MappingRecorder,
): OpenAI.ChatCompletionMessageFunctionToolCall {
  const sent = sentNames(block, to, names, recorder);
  if (block.signature !== undefined) recorder.leftOut(`${block.pointer}/_meta`, "not-expressed");
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
  recorder: MappingRecorder,
): ResultContent[] {
  const at = `/messages/${messages.length}`;
  const moved: ResultContent[] = [];
  const texts: OpenAI.ChatCompletionContentPartText[] = [];
  for (const item of block.content) {
    if (item.kind === "image" || item.kind === "audio") {
      recorder.remark(item.pointer, "content-moved", { type: item.kind });
      moved.push(item);
      continue;
    }
    const part = toPart(item, `${at}/content/${texts.length}`, recorder);
    if (part?.type === "text") texts.push(part);
  }
  const members = textOfMembers(block, false, `${at}/content/${texts.length}`, recorder);
  if (members !== undefined) texts.push({ type: "text", text: members });
  const id = names.ids.send(block.id);
  recorder.same(`${block.pointer}/toolUseId`, `${at}/tool_call_id`);
  noteRenamed(`${block.pointer}/toolUseId`, block.id, id, recorder);
  const content = simplify(texts, at, recorder) ?? "";
  messages.push({ role: "tool", tool_call_id: id, content });
  return moved;
}

/** A single text as a string, which every server understands; undefined if there is no content. */
function simplify<T extends Part>(
  parts: readonly T[],
  message: string,
  recorder: MappingRecorder,
): string | T[] | undefined {
  const [first, ...others] = parts;
  if (!first) return undefined;
  if (others.length > 0 || first.type !== "text") return [...parts];
  recorder.retarget(message, `${message}/content/0`, `${message}/content`);
  return first.text;
}

/** @param only `text` if media cannot be sent */
function toPart(
  block: ResultContent,
  to: string,
  recorder: MappingRecorder,
  only?: "text",
): Part | undefined {
  const { pointer } = block;
  switch (block.kind) {
    case "text":
    case "other":
      return { type: "text", text: textOf(block, to, recorder) };
    case "image": {
      if (only) break;
      recorder.same(pointer, to);
      noteMediaType(block, commonImages, "openai", recorder);
      return {
        type: "image_url",
        image_url: { url: `data:${block.mimeType};base64,${block.data}` },
      };
    }
    case "audio": {
      if (only) break;
      recorder.same(pointer, to);
      noteMediaType(block, [...audioFormats.keys()], "openai", recorder);
      const format = audioFormats.get(block.mimeType) ?? block.mimeType.replace(/^audio\//, "");
      return { type: "input_audio", input_audio: { data: block.data, format: format as "wav" } };
    }
  }
  noteNotSent(block, "openai", recorder);
  return undefined;
}
