/** The draft of the selected item, for the active connection or for the next one. */
import { useStore } from "zustand";
import { type Draft, draftOf, itemKey, unconnected } from "../stores/invocations/drafts.ts";
import { useStores, useView } from "./StoresContext.tsx";

export function useSelectedDraft(): Draft | undefined {
  const { connections, invocations } = useStores();
  const selection = useView((state) => state.selection);
  const activeId = useStore(connections.records, (state) => state.activeId);
  return useStore(
    invocations.drafts,
    (all) => selection && draftOf(all, activeId ?? unconnected, itemKey(selection)),
  );
}
