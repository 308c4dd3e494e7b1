/** What the server of the active connection asks of the user. */
import { useMemo } from "react";
import { useStore } from "zustand";
import { activeConnection } from "../stores/connections/connectionRecords.ts";
import type { InboxItem } from "../stores/requests/inbox.ts";
import { useStores } from "./StoresContext.tsx";

export function useRequests(): readonly InboxItem[] {
  const { connections, requests } = useStores();
  const id = useStore(connections.records, (state) => activeConnection(state)?.id);
  const items = useStore(requests.inbox);
  return useMemo(() => items.filter(({ connectionId }) => connectionId === id), [items, id]);
}
