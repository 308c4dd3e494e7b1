/** Maps a sampling request to an Anthropic Messages request. */
import type Anthropic from "@anthropic-ai/sdk";
import { getOwn } from "../../core/json/getOwn.ts";
import { toPointer } from "../../core/json/pointer.ts";
import type { Block, ResultContent, ToolResultBlock } from "./content.ts";
import {
  commonImages,
  mapMessages,
  noteMediaType,
  noteNotSent,
  noteRenamed,
  sentNames,
  textOf,
  textOfMembers,
} from "./mappedParts.ts";
import type { MappingNotes } from "./mapping.ts";
import type { RequestNames } from "./safeNames.ts";
import type { SamplingRequest } from "./samplingRequest.ts";

type Body = Anthropic.MessageCreateParamsNonStreaming;
type ResultPart =
  | Anthropic.TextBlockParam
  | Anthropic.ImageBlockParam
  | Anthropic.DocumentBlockParam;
type Part = ResultPart | Anthropic.ToolUseBlockParam | Anthropic.ToolResultBlockParam;

export const anthropicNames = {
  tools: { forbidden: /[^a-zA-Z0-9_-]/g, maximum: 128 },
  ids: { forbidden: /[^a-zA-Z0-9_-]/g, maximum: 256 },
};

const choices = { auto: "auto", required: "any", none: "none" } as const;

/** Requested if the server named no usable number; the interface requires one. */
const assumedMaxTokens = 1024;

/**
 * Maps a request.
 * @param model the model's name at the provider
 * @see https://platform.claude.com/docs/en/api/messages
 */
export function toAnthropic(
  request: SamplingRequest,
  model: string,
  names: RequestNames,
  notes: MappingNotes,
): Body {
  const messages: Body["messages"] = mapMessages(request, notes, (block) =>
    toPart(block, names, notes),
  );
  const body: Body = { model, max_tokens: request.maxTokens ?? assumedMaxTokens, messages };
  if (request.maxTokens === undefined) {
    notes.remark("/maxTokens", "max-tokens-assumed", { sent: assumedMaxTokens });
  }
  if (request.systemPrompt !== undefined) body.system = request.systemPrompt;
  if (request.temperature !== undefined) {
    // since 2026-10-21 the interface refuses every request that names one
    notes.leftOut("/temperature", "not-expressed");
  }
  if (request.stopSequences.length > 0) body.stop_sequences = [...request.stopSequences];
  addMetadata(request, body, notes);
  addTools(request, body, names, notes);
  return body;
}

/** The interface knows one member of metadata and refuses others. */
function addMetadata(request: SamplingRequest, body: Body, notes: MappingNotes) {
  if (request.metadata === undefined) return;
  const id = getOwn(request.metadata, "user_id");
  if (typeof id === "string") body.metadata = { user_id: id };
  for (const name of Object.keys(request.metadata)) {
    if (name === "user_id" && body.metadata) continue;
    notes.leftOut(toPointer(["metadata", name]), "not-expressed");
  }
}

function addTools(request: SamplingRequest, body: Body, names: RequestNames, notes: MappingNotes) {
  if (request.tools.length > 0) {
    body.tools = request.tools.map(({ pointer, name, description, inputSchema }) => {
      const sent = names.tools.send(name);
      noteRenamed(`${pointer}/name`, name, sent, notes);
      const input_schema = inputSchema as Anthropic.Tool.InputSchema;
      return { name: sent, ...(description !== undefined && { description }), input_schema };
    });
  }
  if (request.toolChoice && request.tools.length > 0) {
    body.tool_choice = { type: choices[request.toolChoice] };
  } else if (request.toolChoice) notes.leftOut("/toolChoice", "choice-without-tools");
}

function toPart(block: Block, names: RequestNames, notes: MappingNotes): Part | undefined {
  const { pointer } = block;
  switch (block.kind) {
    case "tool-use": {
      const sent = sentNames(block, names, notes);
      if (block.signature !== undefined) notes.leftOut(`${pointer}/_meta`, "not-expressed");
      return { type: "tool_use", ...sent, input: block.input };
    }
    case "tool-result":
      return toToolResult(block, names, notes);
    default:
      return toResultPart(block, notes);
  }
}

function toToolResult(
  block: ToolResultBlock,
  names: RequestNames,
  notes: MappingNotes,
): Anthropic.ToolResultBlockParam {
  const content = block.content.flatMap((item) => toResultPart(item, notes) ?? []);
  const members = textOfMembers(block, true, notes);
  if (members !== undefined) content.push({ type: "text", text: members });
  const id = names.ids.send(block.id);
  noteRenamed(`${block.pointer}/toolUseId`, block.id, id, notes);
  const is_error = block.isError === undefined ? {} : { is_error: block.isError };
  return { type: "tool_result", tool_use_id: id, content, ...is_error };
}

function toResultPart(block: ResultContent, notes: MappingNotes): ResultPart | undefined {
  switch (block.kind) {
    case "text":
    case "other":
      return { type: "text", text: textOf(block, notes) };
    case "image": {
      noteMediaType(block, commonImages, "anthropic", notes);
      const media_type = block.mimeType as Anthropic.Base64ImageSource["media_type"];
      return { type: "image", source: { type: "base64", media_type, data: block.data } };
    }
    case "blob": {
      if (block.mimeType !== "application/pdf") break;
      const source = { type: "base64", media_type: block.mimeType, data: block.data } as const;
      return { type: "document", source };
    }
  }
  noteNotSent(block, "anthropic", notes);
  return undefined;
}
