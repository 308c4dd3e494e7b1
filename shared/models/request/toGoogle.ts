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
import type { MappingNotes } from "./mapping.ts";
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
  notes: MappingNotes,
): GoogleBody {
  const toolOf = new Map<string, string>();
  const context = { toolOf, names, notes };
  const mapped = mapMessages(request, notes, (block) => {
    if (block.kind === "tool-use") toolOf.set(block.id, block.name);
    return toPart(block, context);
  });
  const contents = mapped.map(
    ({ role, content }): Content => ({
      role: role === "assistant" ? "model" : "user",
      parts: content,
    }),
  );
  const body: GoogleBody = { contents };
  if (request.systemPrompt !== undefined) {
    body.systemInstruction = { parts: [{ text: request.systemPrompt }] };
  }
  const config = toConfig(request, notes);
  if (Object.keys(config).length > 0) body.generationConfig = config;
  // labels exist in Vertex AI only
  if (request.metadata !== undefined) notes.leftOut("/metadata", "not-expressed");
  addTools(request, body, names, notes);
  return body;
}

function toConfig(request: SamplingRequest, notes: MappingNotes): GenerationConfig {
  const config: GenerationConfig = {};
  const { maxTokens, temperature, stopSequences } = request;
  if (maxTokens !== undefined) config.maxOutputTokens = maxTokens;
  if (temperature !== undefined) {
    config.temperature = temperature;
    noteRange(temperature, 2, notes);
  }
  if (stopSequences.length > 0) {
    config.stopSequences = [...stopSequences];
    noteCount(stopSequences.length, 5, notes);
  }
  return config;
}

function addTools(
  request: SamplingRequest,
  body: GoogleBody,
  names: RequestNames,
  notes: MappingNotes,
) {
  if (request.tools.length > 0) {
    const functionDeclarations = request.tools.map((tool) => {
      const { pointer, name, description, inputSchema } = tool;
      const sent = names.tools.send(name);
      noteRenamed(`${pointer}/name`, name, sent, notes);
      const about = description === undefined ? {} : { description };
      return { name: sent, ...about, parametersJsonSchema: inputSchema };
    });
    body.tools = [{ functionDeclarations }];
  }
  if (request.toolChoice && request.tools.length > 0) {
    body.toolConfig = { functionCallingConfig: { mode: modes[request.toolChoice] } };
  } else if (request.toolChoice) notes.leftOut("/toolChoice", "choice-without-tools");
}

interface PartContext {
  /** The tool's name for each id of a call so far, which responses repeat. */
  readonly toolOf: ReadonlyMap<string, string>;
  readonly names: RequestNames;
  readonly notes: MappingNotes;
}

function toPart(block: Block, context: PartContext): Part | undefined {
  const { names, notes } = context;
  switch (block.kind) {
    case "tool-use": {
      const { input, signature } = block;
      const sent = sentNames(block, names, notes);
      const functionCall = { ...sent, args: { ...input } };
      return { functionCall, ...(signature !== undefined && { thoughtSignature: signature }) };
    }
    case "tool-result":
      return toFunctionResponse(block, context);
    default:
      return toContentPart(block, notes);
  }
}

/** The texts are one string or a list under `output`, or under `error` where the tool failed. */
function toFunctionResponse(block: ToolResultBlock, { toolOf, names, notes }: PartContext): Part {
  const member = block.isError ? "error" : "output";
  const texts: string[] = [];
  const media: FunctionResponsePart[] = [];
  for (const item of block.content) {
    const part = toContentPart(item, notes);
    if (part?.text !== undefined) texts.push(part.text);
    else if (part?.inlineData) media.push({ inlineData: part.inlineData });
  }
  const members = textOfMembers(block, true, notes);
  if (members !== undefined) texts.push(members);
  const name = toolOf.get(block.id);
  const id = names.ids.send(block.id);
  noteRenamed(`${block.pointer}/toolUseId`, block.id, id, notes);
  if (name === undefined) {
    notes.remark(`${block.pointer}/toolUseId`, "tool-name-unknown", { id: block.id });
  }
  return {
    functionResponse: {
      id,
      name: names.tools.send(name ?? block.id),
      response: { [member]: texts.length === 1 ? texts[0] : texts },
      ...(media.length > 0 && { parts: media }),
    },
  };
}

function toContentPart(block: ResultContent, notes: MappingNotes): Part | undefined {
  switch (block.kind) {
    case "text":
    case "other":
      return { text: textOf(block, notes) };
    case "blob":
      if (block.mimeType !== "application/pdf") {
        noteNotSent(block, "google", notes);
        return undefined;
      }
  }
  return { inlineData: { mimeType: block.mimeType, data: block.data } };
}
