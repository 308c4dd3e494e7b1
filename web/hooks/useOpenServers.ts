/** The open servers, for components. */
import { useStore } from "zustand";
import type { OpenServer } from "../stores/connections/openServers.ts";
import { useStores } from "./StoresContext.tsx";

/** In their order, with name and state. */
export function useOpenServers(): readonly OpenServer[] {
  return useStore(useStores().connections.open);
}

/** The id of the active server's record. */
export function useActiveId(): string | undefined {
  return useStore(useStores().connections.records, ({ activeId }) => activeId);
}
