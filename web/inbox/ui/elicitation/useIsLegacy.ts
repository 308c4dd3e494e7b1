/** Whether a server speaks a revision of the legacy era. */
import { useStore } from "zustand";
import { useStores } from "../../../stores/StoresContext.tsx";

export function useIsLegacy(serverId: string): boolean {
  return useStore(useStores().servers.all, ({ open }) => {
    const state = open.get(serverId)?.connection?.state.getState();
    return state !== undefined && "client" in state && state.client.session.era().kind === "legacy";
  });
}
