/** Loads the code that answers sampling requests with models when it is first needed. */
import type { LanguageModelFactory } from "../../../shared/models/providers/languageModelTypes.ts";
import { memoizeSuccess } from "../../platform/memoizeSuccess.ts";
import type { ModelStores, ModelStoresOptions } from "./modelStores.ts";

/** The same stores each time; rejects where their code cannot be loaded, and tries again then. */
export type OpenModels = () => Promise<ModelStores>;

export function createOpenModels(options: Omit<ModelStoresOptions, "languageModel">): OpenModels {
  return memoizeSuccess(async () => {
    const { createModelStores } = await import("./modelStores.ts");
    return createModelStores({ ...options, languageModel });
  });
}

/** The browser's own model, which few browsers have. */
function languageModel(): LanguageModelFactory | undefined {
  return (globalThis as { readonly LanguageModel?: LanguageModelFactory }).LanguageModel;
}
