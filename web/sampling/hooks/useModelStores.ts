/** The stores that answer sampling requests with models. */
import { use } from "react";
import { useStores } from "../../stores/StoresContext.tsx";
import type { ModelStores } from "../store/modelStores.ts";

/** Suspends until their code is loaded. */
export function useModelStores(): ModelStores {
  return use(useStores().sampling.openModels());
}
