/** The open servers, for components. */
import { useStore } from "zustand";
import { useStores } from "../../stores/StoresContext.tsx";
import type { OpenServer } from "../store/connections/openServers.ts";

/** In their order, with name and state. */
export function useOpenServers(): readonly OpenServer[] {
  return useStore(useStores().connections.open);
}

/** The id of the active server's record. */
export function useActiveId(): string | undefined {
  return useStore(useStores().servers.all, ({ activeId }) => activeId);
}

/** The name of a server; undefined once it is closed. */
export function useServerName(serverId: string): string | undefined {
  return useStore(
    useStores().connections.open,
    (servers) => servers.find(({ id }) => id === serverId)?.name,
  );
}

/** The name of a server if several are open, and it has to be distinguished. */
export function useOwnerName(serverId: string): string | undefined {
  return useStore(useStores().connections.open, (servers) =>
    servers.length > 1 ? servers.find(({ id }) => id === serverId)?.name : undefined,
  );
}
