/** Loads the code that answers sampling requests with models when it is first needed. */
import type { LanguageModelFactory } from "../../../shared/models/providers/languageModelTypes.ts";
import type { ModelStores, ModelStoresOptions } from "./modelStores.ts";

/** The same stores each time; rejects where their code cannot be loaded, and tries again then. */
export type OpenModels = () => Promise<ModelStores>;

export function createOpenModels(options: Omit<ModelStoresOptions, "languageModel">): OpenModels {
  let opened: Promise<ModelStores> | undefined;
  return () => {
    opened ??= import("./modelStores.ts")
      .then(({ createModelStores }) => createModelStores({ ...options, languageModel }))
      .catch((error: unknown) => {
        opened = undefined;
        throw error;
      });
    return opened;
  };
}

/** The browser's own model, which few browsers have. */
function languageModel(): LanguageModelFactory | undefined {
  return (globalThis as { readonly LanguageModel?: LanguageModelFactory }).LanguageModel;
}
