/** Maps a sampling request to a Google generateContent request. */
import type {
  Content,
  FunctionResponsePart,
  GenerationConfig,
  Part,
  Tool,
} from "@google/genai/web";
import type { Block, ResultContent, ToolResultBlock } from "./content.ts";
import {
  mapMessages,
  noteCount,
  noteNotSent,
  noteRange,
  noteRenamed,
  sentNames,
  textOf,
  textOfMembers,
} from "./mappedParts.ts";
import type { MappingRecorder } from "./mapping.ts";
import type { RequestNames } from "./safeNames.ts";
import type { SamplingRequest } from "./samplingRequest.ts";

/** The body of `generateContent`; the model's name is in the URL. */
export interface GoogleBody {
  contents: Content[];
  systemInstruction?: Content;
  generationConfig?: GenerationConfig;
  tools?: Tool[];
  toolConfig?: { functionCallingConfig: { mode: "AUTO" | "ANY" | "NONE" } };
}

/** Names of functions, and ids of their calls. */
export const googleNames = {
  tools: { forbidden: /^[^a-zA-Z_]|[^a-zA-Z0-9_.:-]/g, maximum: 64 },
  ids: { forbidden: /[^\x21-\x7e]/g, maximum: 256 },
};

const modes = { auto: "AUTO", required: "ANY", none: "NONE" } as const;

/**
 * Maps a request.
 * @see https://ai.google.dev/api/generate-content
 */
export function toGoogle(
  request: SamplingRequest,
  names: RequestNames,
  recorder: MappingRecorder,
): GoogleBody {
  const toolOf = new Map<string, string>();
  const context = { toolOf, names, recorder };
  const mapped = mapMessages(
    request,
    { list: "contents", parts: "parts" },
    recorder,
    (block, to) => {
      if (block.kind === "tool-use") toolOf.set(block.id, block.name);
      return toPart(block, to, context);
    },
  );
  const contents = mapped.map(
    ({ role, content }): Content => ({
      role: role === "assistant" ? "model" : "user",
      parts: content,
    }),
  );
  const body: GoogleBody = { contents };
  if (request.systemPrompt !== undefined) {
    recorder.same("/systemPrompt", "/systemInstruction/parts/0/text");
    body.systemInstruction = { parts: [{ text: request.systemPrompt }] };
  }
  const config = toConfig(request, recorder);
  if (Object.keys(config).length > 0) body.generationConfig = config;
  // labels exist in Vertex AI only
  if (request.metadata !== undefined) recorder.leftOut("/metadata", "not-expressed");
  addTools(request, body, names, recorder);
  return body;
}

function toConfig(request: SamplingRequest, recorder: MappingRecorder): GenerationConfig {
  const config: GenerationConfig = {};
  const { maxTokens, temperature, stopSequences } = request;
  if (maxTokens !== undefined) {
    recorder.same("/maxTokens", "/generationConfig/maxOutputTokens");
    config.maxOutputTokens = maxTokens;
  }
  if (temperature !== undefined) {
    recorder.same("/temperature", "/generationConfig/temperature");
    config.temperature = temperature;
    noteRange(temperature, 2, recorder);
  }
  if (stopSequences.length > 0) {
    recorder.same("/stopSequences", "/generationConfig/stopSequences");
    config.stopSequences = [...stopSequences];
    noteCount(stopSequences.length, 5, recorder);
  }
  return config;
}

function addTools(
  request: SamplingRequest,
  body: GoogleBody,
  names: RequestNames,
  recorder: MappingRecorder,
) {
  if (request.tools.length > 0) {
    const functionDeclarations = request.tools.map((tool, at) => {
      const { pointer, name, description, inputSchema } = tool;
      const sent = names.tools.send(name);
      recorder.same(pointer, `/tools/0/functionDeclarations/${at}`);
      noteRenamed(`${pointer}/name`, name, sent, recorder);
      const about = description === undefined ? {} : { description };
      return { name: sent, ...about, parametersJsonSchema: inputSchema };
    });
    body.tools = [{ functionDeclarations }];
  }
  if (request.toolChoice && request.tools.length > 0) {
    recorder.same("/toolChoice", "/toolConfig/functionCallingConfig/mode");
    body.toolConfig = { functionCallingConfig: { mode: modes[request.toolChoice] } };
  } else if (request.toolChoice) recorder.leftOut("/toolChoice", "choice-without-tools");
}

interface PartContext {
  /** The tool's name for each id of a call so far, which responses repeat. */
  readonly toolOf: ReadonlyMap<string, string>;
  readonly names: RequestNames;
  readonly recorder: MappingRecorder;
}

/** @param to pointer of the part in the body */
function toPart(block: Block, to: string, context: PartContext): Part | undefined {
  const { names, recorder } = context;
  const { pointer } = block;
  switch (block.kind) {
    case "tool-use": {
      const { input, signature } = block;
      const sent = sentNames(block, to, names, recorder);
      const functionCall = { ...sent, args: { ...input } };
      if (signature === undefined) return { functionCall };
      recorder.same(`${pointer}/_meta`, `${to}/thoughtSignature`);
      return { functionCall, thoughtSignature: signature };
    }
    case "tool-result":
      return toFunctionResponse(block, to, context);
    default:
      return toContentPart(block, to, recorder);
  }
}

/** The texts are one string or a list under `output`, or under `error` where the tool failed. */
function toFunctionResponse(
  block: ToolResultBlock,
  to: string,
  { toolOf, names, recorder }: PartContext,
): Part {
  const member = block.isError ? "error" : "output";
  const texts: string[] = [];
  const media: FunctionResponsePart[] = [];
  for (const item of block.content) {
    const isText = item.kind === "text" || item.kind === "other";
    const at = `${to}/functionResponse/${isText ? `response/${member}/${texts.length}` : `parts/${media.length}`}`;
    const part = toContentPart(item, at, recorder);
    if (part?.text !== undefined) texts.push(part.text);
    else if (part?.inlineData) media.push({ inlineData: part.inlineData });
  }
  const at = `${to}/functionResponse/response/${member}`;
  const members = textOfMembers(block, true, `${at}/${texts.length}`, recorder);
  if (members !== undefined) texts.push(members);
  if (texts.length === 1) recorder.retarget(to, `${at}/0`, at);
  const name = toolOf.get(block.id);
  const id = names.ids.send(block.id);
  recorder.same(`${block.pointer}/toolUseId`, `${to}/functionResponse/id`);
  noteRenamed(`${block.pointer}/toolUseId`, block.id, id, recorder);
  if (name === undefined) {
    recorder.remark(`${block.pointer}/toolUseId`, "tool-name-unknown", { id: block.id });
  }
  if (block.isError !== undefined) recorder.same(`${block.pointer}/isError`, at);
  return {
    functionResponse: {
      id,
      name: names.tools.send(name ?? block.id),
      response: { [member]: texts.length === 1 ? texts[0] : texts },
      ...(media.length > 0 && { parts: media }),
    },
  };
}

function toContentPart(
  block: ResultContent,
  to: string,
  recorder: MappingRecorder,
): Part | undefined {
  const { pointer } = block;
  switch (block.kind) {
    case "text":
    case "other":
      return { text: textOf(block, to, recorder) };
    case "blob":
      if (block.mimeType !== "application/pdf") {
        noteNotSent(block, "google", recorder);
        return undefined;
      }
  }
  recorder.same(pointer, to);
  return { inlineData: { mimeType: block.mimeType, data: block.data } };
}
