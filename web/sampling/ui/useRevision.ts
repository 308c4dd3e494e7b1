/** The revision by which a server asks. */
import { useStore } from "zustand";
import { latest } from "../../../shared/protocol/revisions.ts";
import type { InboxItem } from "../../inbox/store/inbox.ts";
import { connectedView } from "../../servers/store/connections/connection.ts";
import { useStores } from "../../stores/StoresContext.tsx";

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
