/** The draft of the selected item of the server that the page shows. */
import { useStore } from "zustand";
import { type Draft, draftOf, itemKey } from "../../../calls/store/drafts.ts";
import { useSelection, useShownId } from "../../../servers/hooks/useShownServer.ts";
import { useStores } from "../../../stores/StoresContext.tsx";

export function useSelectedDraft(): Draft | undefined {
  const selection = useSelection();
  const id = useShownId();
  return useStore(
    useStores().calls.drafts,
    (all) => selection && draftOf(all, id, itemKey(selection)),
  );
}
