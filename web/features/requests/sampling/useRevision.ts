/** The revision by which a server asks. */
import { useStore } from "zustand";
import { latest } from "../../../../shared/mcp/revisions.ts";
import { useStores } from "../../../hooks/StoresContext.tsx";
import { connectedView } from "../../../stores/connections/connection.ts";
import type { InboxItem } from "../../../stores/requests/inbox.ts";

/** The revision of the item's connection; the newest with a handshake if that is closed. */
export function useRevision({ serverId }: InboxItem): string {
  const connection = useStore(
    useStores().servers.all,
    (state) => state.open.get(serverId)?.connection,
  );
  if (!connection) return latest.legacy;
  // it does not change while a request of the connection waits
  const state = connection.state.getState();
  return connectedView({ connection, state })?.client.agreement.revision ?? latest.legacy;
}
