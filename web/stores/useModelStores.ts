/** The stores that answer sampling requests with models. */
import { use } from "react";
import type { ModelStores } from "../sampling/store/modelStores.ts";
import { useStores } from "./StoresContext.tsx";

/** Suspends until their code is loaded. */
export function useModelStores(): ModelStores {
  return use(useStores().sampling.openModels());
}
