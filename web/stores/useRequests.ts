/** The requests from servers that wait for the user. */
import { useMemo } from "react";
import { useStore } from "zustand";
import { causeOf } from "../inbox/store/causeOf.ts";
import type { InboxItem } from "../inbox/store/inbox.ts";
import { useStores } from "./StoresContext.tsx";

/** Of every connection, oldest first. */
export function useAllRequests(): readonly InboxItem[] {
  return useStore(useStores().requests.inbox);
}

/**
 * The requests of the active connection that belong to one place.
 * @param key the item whose call caused them; undefined for those that no known call caused
 */
export function useRequestsOf(key: string | undefined): readonly InboxItem[] {
  const { servers, invocations } = useStores();
  const activeId = useStore(servers.all, (state) => state.activeId);
  const items = useAllRequests();
  const calls = useStore(invocations.runs);
  return useMemo(
    () => items.filter((item) => item.serverId === activeId && causeOf(calls, item) === key),
    [items, calls, activeId, key],
  );
}
