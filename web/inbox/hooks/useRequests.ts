/** The requests from servers that wait for the user. */
import { useMemo } from "react";
import { useStore } from "zustand";
import { useStores } from "../../stores/StoresContext.tsx";
import { causeOf } from "../store/causeOf.ts";
import type { InboxItem } from "../store/inbox.ts";

/** Of every connection, oldest first. */
export function useAllRequests(): readonly InboxItem[] {
  return useStore(useStores().inbox.requests);
}

/** How many requests of the active connection wait for the user. */
export function useWaitingCount(): number {
  const activeId = useStore(useStores().servers.all, (state) => state.activeId);
  return useAllRequests().filter((item) => item.serverId === activeId && !item.ended).length;
}

/** How many requests wait for the user because of the calls of a server's items, by the item's key. */
export function useWaitingItems(serverId: string): ReadonlyMap<string, number> {
  const items = useAllRequests();
  const calls = useStore(useStores().calls.runs);
  return useMemo(() => {
    const counts = new Map<string, number>();
    for (const item of items) {
      const key = item.serverId === serverId && !item.ended ? causeOf(calls, item) : undefined;
      if (key !== undefined) counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    return counts;
  }, [items, calls, serverId]);
}

/**
 * The requests of the active connection that belong to one place.
 * @param key the item whose call caused them; undefined for those that no known call caused
 */
export function useRequestsOf(key: string | undefined): readonly InboxItem[] {
  const { servers } = useStores();
  const activeId = useStore(servers.all, (state) => state.activeId);
  const items = useAllRequests();
  const calls = useStore(useStores().calls.runs);
  return useMemo(
    () => items.filter((item) => item.serverId === activeId && causeOf(calls, item) === key),
    [items, calls, activeId, key],
  );
}
