/** Lists the models that a provider offers to a key. */
import { baseUrlOf, checkSettings, createKeyMask } from "./endpoint.ts";
import type { ModelSettings } from "./model.ts";
import type { ModelFailure } from "./modelFailure.ts";
import type { Price } from "./price.ts";
import { listAnthropicModels } from "./providers/anthropic.ts";
import { listGoogleModels } from "./providers/google.ts";
import { createGuardedFetch } from "./providers/guardedFetch.ts";
import { listOpenAiModels } from "./providers/openAi.ts";
import type { ModelLister } from "./providers/provider.ts";
import { failureOf } from "./providers/providerFailure.ts";

/** A model that a provider offers. */
export interface ListedModel {
  readonly name: string;
  /** Undefined where the provider lists none. */
  readonly prices?: Price | undefined;
}

type ModelList =
  | { readonly kind: "listed"; readonly models: readonly ListedModel[] }
  | { readonly kind: "failed"; readonly failure: ModelFailure };

interface ListOptions extends Omit<ModelSettings, "model"> {
  /** The request goes through it, so that the caller can record it. */
  readonly fetch: typeof fetch;
  readonly signal?: AbortSignal;
  /** The origin of the page, to recognise failures that CORS may have caused. */
  readonly pageOrigin?: string;
}

const listers: Readonly<Record<ModelSettings["provider"], ModelLister>> = {
  openai: listOpenAiModels,
  anthropic: listAnthropicModels,
  google: listGoogleModels,
  browser: async () => [],
};

/** Maximum bytes of a list. */
const maximumBytes = 10_000_000;

/**
 * Lists models, which also verifies base URL and key.
 * @returns the models in the provider's order, or a failure; never throws
 */
export async function listModels(options: ListOptions): Promise<ModelList> {
  const { fetch, signal = new AbortController().signal, pageOrigin, ...rest } = options;
  const settings = { ...rest, model: "" };
  const mask = createKeyMask(settings.key);
  const unusable = checkSettings(settings);
  if (unusable) return { kind: "failed", failure: unusable };
  const guard = createGuardedFetch({ fetch, model: "", maximumBytes, mask, pageOrigin });
  try {
    const baseUrl = baseUrlOf(settings);
    const listed = await listers[settings.provider]({
      ...{ settings, baseUrl, signal },
      fetch: guard.fetch,
    });
    const models = listed.flatMap(({ name, prices }): ListedModel[] => {
      if (typeof name !== "string") return [];
      return [{ name, ...(prices && { prices }) }];
    });
    return { kind: "listed", models };
  } catch (error) {
    if (signal.aborted) return { kind: "failed", failure: { code: "aborted", evidence: {} } };
    return { kind: "failed", failure: guard.failure() ?? failureOf(error, guard, mask) };
  }
}
