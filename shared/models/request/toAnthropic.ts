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
import type { MappingRecorder } from "./mapping.ts";
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
  recorder: MappingRecorder,
): Body {
  const messages: Body["messages"] = mapMessages(
    request,
    { list: "messages", parts: "content" },
    recorder,
    (block, to) => toPart(block, to, names, recorder),
  );
  const body: Body = { model, max_tokens: request.maxTokens ?? assumedMaxTokens, messages };
  if (request.maxTokens !== undefined) recorder.same("/maxTokens", "/max_tokens");
  else recorder.remark("/maxTokens", "max-tokens-assumed", { sent: assumedMaxTokens });
  if (request.systemPrompt !== undefined) {
    recorder.same("/systemPrompt", "/system");
    body.system = request.systemPrompt;
  }
  if (request.temperature !== undefined) {
    // since 2026-10-21 the interface refuses every request that names one
    recorder.leftOut("/temperature", "not-expressed");
  }
  if (request.stopSequences.length > 0) {
    recorder.same("/stopSequences", "/stop_sequences");
    body.stop_sequences = [...request.stopSequences];
  }
  addMetadata(request, body, recorder);
  addTools(request, body, names, recorder);
  return body;
}

/** The interface knows one member of metadata and refuses others. */
function addMetadata(request: SamplingRequest, body: Body, recorder: MappingRecorder) {
  if (request.metadata === undefined) return;
  const id = getOwn(request.metadata, "user_id");
  if (typeof id === "string") {
    recorder.same("/metadata/user_id", "/metadata/user_id");
    body.metadata = { user_id: id };
  }
  for (const name of Object.keys(request.metadata)) {
    if (name === "user_id" && body.metadata) continue;
    recorder.leftOut(toPointer(["metadata", name]), "not-expressed");
  }
}

function addTools(
  request: SamplingRequest,
  body: Body,
  names: RequestNames,
  recorder: MappingRecorder,
) {
  if (request.tools.length > 0) {
    body.tools = request.tools.map(({ pointer, name, description, inputSchema }, at) => {
      const sent = names.tools.send(name);
      recorder.same(pointer, `/tools/${at}`);
      noteRenamed(`${pointer}/name`, name, sent, recorder);
      const input_schema = inputSchema as Anthropic.Tool.InputSchema;
      return { name: sent, ...(description !== undefined && { description }), input_schema };
    });
  }
  if (request.toolChoice && request.tools.length > 0) {
    recorder.same("/toolChoice", "/tool_choice/type");
    body.tool_choice = { type: choices[request.toolChoice] };
  } else if (request.toolChoice) recorder.leftOut("/toolChoice", "choice-without-tools");
}

function toPart(
  block: Block,
  to: string,
  names: RequestNames,
  recorder: MappingRecorder,
): Part | undefined {
  const { pointer } = block;
  switch (block.kind) {
    case "tool-use": {
      const sent = sentNames(block, to, names, recorder);
      if (block.signature !== undefined) recorder.leftOut(`${pointer}/_meta`, "not-expressed");
      return { type: "tool_use", ...sent, input: block.input };
    }
    case "tool-result":
      return toToolResult(block, to, names, recorder);
    default:
      return toResultPart(block, to, recorder);
  }
}

function toToolResult(
  block: ToolResultBlock,
  to: string,
  names: RequestNames,
  recorder: MappingRecorder,
): Anthropic.ToolResultBlockParam {
  const content: ResultPart[] = [];
  for (const item of block.content) {
    const part = toResultPart(item, `${to}/content/${content.length}`, recorder);
    if (part) content.push(part);
  }
  const members = textOfMembers(block, true, `${to}/content/${content.length}`, recorder);
  if (members !== undefined) content.push({ type: "text", text: members });
  const id = names.ids.send(block.id);
  recorder.same(`${block.pointer}/toolUseId`, `${to}/tool_use_id`);
  noteRenamed(`${block.pointer}/toolUseId`, block.id, id, recorder);
  if (block.isError !== undefined) recorder.same(`${block.pointer}/isError`, `${to}/is_error`);
  const is_error = block.isError === undefined ? {} : { is_error: block.isError };
  return { type: "tool_result", tool_use_id: id, content, ...is_error };
}

function toResultPart(
  block: ResultContent,
  to: string,
  recorder: MappingRecorder,
): ResultPart | undefined {
  const { pointer } = block;
  switch (block.kind) {
    case "text":
    case "other":
      return { type: "text", text: textOf(block, to, recorder) };
    case "image": {
      recorder.same(pointer, to);
      noteMediaType(block, commonImages, "anthropic", recorder);
      const media_type = block.mimeType as Anthropic.Base64ImageSource["media_type"];
      return { type: "image", source: { type: "base64", media_type, data: block.data } };
    }
    case "blob": {
      if (block.mimeType !== "application/pdf") break;
      recorder.same(pointer, to);
      const source = { type: "base64", media_type: block.mimeType, data: block.data } as const;
      return { type: "document", source };
    }
  }
  noteNotSent(block, "anthropic", recorder);
  return undefined;
}
