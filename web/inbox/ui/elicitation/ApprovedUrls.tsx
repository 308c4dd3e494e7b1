/** URLs that were approved: whether the server has reported that the interaction is complete. */
import { useMemo } from "react";
import { useStore } from "zustand";
import { useStores } from "../../../stores/StoresContext.tsx";
import { Notice } from "../../../ui/Notice.tsx";
import { causeOf } from "../../store/causeOf.ts";
import { isComplete } from "../../store/elicitation/urlElicitations.ts";
import styles from "./Elicitation.module.css";

/** @param props.itemKey the item whose call asked; undefined for those that no known call asked */
export function ApprovedUrls({ itemKey }: { readonly itemKey: string | undefined }) {
  const { servers, inbox } = useStores();
  const { urls } = inbox.elicitations;
  const activeId = useStore(servers.all, (state) => state.activeId);
  const calls = useStore(useStores().calls.runs);
  const state = useStore(urls);
  const shown = useMemo(
    () =>
      state.approved.filter(
        ({ item }) => item.serverId === activeId && causeOf(calls, item) === itemKey,
      ),
    [state, activeId, calls, itemKey],
  );
  return shown.map(({ item, url, elicitationId }) => {
    const isDone = isComplete(state, item.serverId, elicitationId);
    return (
      <div key={item.key} className={styles.approved}>
        <Notice
          severity="info"
          title={isDone ? "Completed" : "Waiting for completion"}
          onDismiss={() => urls.dismiss(item.key)}
        >
          {isDone
            ? `${item.server} reports that the interaction at ${new URL(url).host} is complete.`
            : `The page of ${new URL(url).host} was opened. ${item.server} reports when the interaction there is complete.`}
        </Notice>
      </div>
    );
  });
}
