/** Shows a request of the log among the recordings, and runs it again. */
import type { MessageEntry } from "../../../shared/log/entry.ts";
import { useConnection } from "../../servers/hooks/useConnection.ts";
import { useStores } from "../../stores/StoresContext.tsx";

/** Whether a message is one request that was sent. */
function isRequest({ direction, batch, heads }: MessageEntry): boolean {
  return direction === "out" && !batch && heads[0]?.kind === "request";
}

/** @returns undefined if the message is not a request, or no server is connected */
export function useReplay(): (entry: MessageEntry) => (() => void) | undefined {
  const { calls, servers, view } = useStores();
  const isConnected = useConnection().state.kind === "connected";
  return (entry) => {
    const serverId = servers.all.getState().activeId;
    if (!isConnected || serverId === undefined || !isRequest(entry)) return undefined;
    return async () => {
      const collections = await calls.collections();
      const { collection, recording } = await collections.openRecording(serverId);
      const at = recording?.requests.findIndex(({ seq }) => seq === entry.seq) ?? -1;
      const call = collection.calls[at];
      collections.showRecording(serverId, Math.max(0, at));
      view.showPane("recordings");
      if (call) await collections.run(serverId, [call]);
    };
  };
}
