/** Maps a sampling request to a provider's request, and says what was changed for it. */
import { baseUrlOf, isOpenAiService } from "./endpoint.ts";
import type { ModelSettings } from "./model.ts";
import { createMappingNotes, type Mapping, type MappingNotes } from "./request/mapping.ts";
import {
  createSafeNames,
  type RequestNames,
  toolNamesOf,
  toolUseIdsOf,
} from "./request/safeNames.ts";
import { readSamplingRequest, type SamplingRequest } from "./request/samplingRequest.ts";
import { anthropicNames, toAnthropic } from "./request/toAnthropic.ts";
import { googleNames, toGoogle } from "./request/toGoogle.ts";
import { toLanguageModel } from "./request/toLanguageModel.ts";
import { openAiNames, toOpenAi } from "./request/toOpenAi.ts";

interface MappingOptions {
  /** The revision of the server that asks. */
  readonly revision: string;
  /** The most tokens that may be asked for. */
  readonly maxTokens?: number | undefined;
  /** Whether the provider is asked to stream. */
  readonly isStreaming?: boolean;
}

/** A mapping with the data needed to read the reply. */
export interface MappedRequest extends Mapping {
  readonly request: SamplingRequest;
  readonly names: RequestNames;
}

/**
 * Maps a request without sending it: the exact body, and the parts that are omitted or sent in
 * another form.
 * @param params the `params` of `sampling/createMessage`, as received
 * @returns undefined if they have no messages, or are nested too deeply to be written
 */
export function describeMapping(
  params: unknown,
  settings: Pick<ModelSettings, "provider" | "model" | "baseUrl">,
  options: MappingOptions,
): MappedRequest | undefined {
  try {
    return mapRequest(params, settings, options);
  } catch (error) {
    // JSON.stringify is recursive
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function mapRequest(
  params: unknown,
  settings: Pick<ModelSettings, "provider" | "model" | "baseUrl">,
  { revision, maxTokens, isStreaming = false }: MappingOptions,
): MappedRequest | undefined {
  const notes = createMappingNotes();
  const request = readSamplingRequest(params, revision, maxTokens, notes);
  if (!request) return undefined;
  const rule = nameRules[settings.provider];
  const names = {
    tools: createSafeNames(toolNamesOf(request), rule.tools),
    ids: createSafeNames(toolUseIdsOf(request), rule.ids),
  };
  const body = {
    ...toBody(request, settings, names, notes),
    ...(isStreaming ? streamMembers[settings.provider] : {}),
  };
  return { body, notes: notes.list, request, names };
}

const nameRules = {
  openai: openAiNames,
  anthropic: anthropicNames,
  google: googleNames,
  // that model has no tools
  browser: openAiNames,
};

/** Members that ask for a stream; Google's are in the URL. */
const streamMembers = {
  openai: { stream: true, stream_options: { include_usage: true } },
  anthropic: { stream: true },
  google: {},
  browser: {},
};

function toBody(
  request: SamplingRequest,
  settings: Pick<ModelSettings, "provider" | "model" | "baseUrl">,
  names: RequestNames,
  notes: MappingNotes,
): object {
  const { provider, model } = settings;
  switch (provider) {
    case "openai": {
      const isOwnService = isOpenAiService(baseUrlOf(settings));
      return toOpenAi(request, { model, isOwnService }, names, notes);
    }
    case "anthropic":
      return toAnthropic(request, model, names, notes);
    case "google":
      return toGoogle(request, names, notes);
    case "browser":
      return toLanguageModel(request, notes);
  }
}
