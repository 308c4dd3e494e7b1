/** Shows a request from a server, beside the call that caused it. */
import { useStore } from "zustand";
import { selectionOf } from "../../calls/store/drafts.ts";
import { useStores } from "../../stores/StoresContext.tsx";
import type { Selection } from "../../view/selection.ts";
import { causeOf } from "../store/causeOf.ts";
import type { InboxItem } from "../store/inbox.ts";

interface OpenRequest {
  /** The item whose call caused the request; undefined if no known call did. */
  readonly selection: Selection | undefined;
  open(): void;
}

export function useOpenRequest(item: InboxItem | undefined): OpenRequest {
  const { servers, calls, view } = useStores();
  const cause = useStore(calls.runs, (calls) => item && causeOf(calls, item));
  const selection = cause === undefined ? undefined : selectionOf(cause);
  return {
    selection,
    open() {
      if (!item) return;
      servers.all.activate(item.serverId);
      if (selection) return view.openItem(selection);
      servers.all.select(undefined);
      view.showPane("item");
    },
  };
}
