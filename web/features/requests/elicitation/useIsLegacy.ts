/** Whether a server speaks a revision of the legacy era. */
import { useStore } from "zustand";
import { useStores } from "../../../hooks/StoresContext.tsx";

export function useIsLegacy(serverId: string): boolean {
  const { records } = useStores().connections;
  return useStore(records, (all) => {
    const state = all.records.get(serverId)?.connection?.state.getState();
    return state !== undefined && "client" in state && state.client.session.era().kind === "legacy";
  });
}
