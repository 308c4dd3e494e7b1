/** Maps a sampling request to the messages of the browser's `LanguageModel`. */
import type { Block } from "./content.ts";
import { mapMessages, noteNotSent } from "./mappedParts.ts";
import type { MappingNotes } from "./mapping.ts";
import type { SamplingRequest } from "./samplingRequest.ts";

/** Media are base64 here, and converted to bytes for the browser. */
export type PromptPart =
  | { readonly type: "text"; readonly value: string }
  | { readonly type: "image" | "audio"; readonly mimeType: string; readonly value: string };

export interface PromptMessage {
  readonly role: "system" | "user" | "assistant";
  readonly content: readonly PromptPart[];
}

interface LanguageModelBody {
  /** The system prompt and the whole conversation; the last message is the prompt. */
  readonly messages: readonly PromptMessage[];
}

/**
 * Maps a request. Not supported, and therefore noted: tools that the page answers later, a token
 * limit, stop sequences, and a temperature outside of extensions.
 * @see https://webmachinelearning.github.io/prompt-api/
 */
export function toLanguageModel(request: SamplingRequest, notes: MappingNotes): LanguageModelBody {
  const messages: PromptMessage[] = [];
  if (request.systemPrompt !== undefined) {
    messages.push({ role: "system", content: [{ type: "text", value: request.systemPrompt }] });
  }
  messages.push(...mapMessages(request, notes, (block) => toPart(block, notes)));
  const { maxTokens, temperature, stopSequences, metadata, tools, toolChoice } = request;
  if (maxTokens !== undefined) notes.leftOut("/maxTokens", "not-expressed");
  if (temperature !== undefined) notes.leftOut("/temperature", "not-expressed");
  if (stopSequences.length > 0) notes.leftOut("/stopSequences", "not-expressed");
  if (metadata !== undefined) notes.leftOut("/metadata", "not-expressed");
  for (const { pointer } of tools) notes.leftOut(pointer, "not-expressed");
  if (toolChoice) notes.leftOut("/toolChoice", "not-expressed");
  return { messages };
}

function toPart(block: Block, notes: MappingNotes): PromptPart | undefined {
  const { pointer } = block;
  switch (block.kind) {
    case "text":
      return { type: "text", value: block.text };
    case "image":
    case "audio":
      return { type: block.kind, mimeType: block.mimeType, value: block.data };
    case "blob":
      noteNotSent(block, "browser", notes);
      return undefined;
    case "other": {
      const code = block.isKnown ? "content-as-text" : "unknown-content";
      notes.translated(pointer, code, { type: block.type });
      return { type: "text", value: block.json };
    }
    case "tool-use": {
      notes.translated(pointer, "content-as-text", { type: "tool_use" });
      const { id, name, input } = block;
      return { type: "text", value: JSON.stringify({ type: "tool_use", id, name, input }) };
    }
    case "tool-result":
      notes.translated(pointer, "content-as-text", { type: "tool_result" });
      return { type: "text", value: block.json() };
  }
}
