/** Opens a request of the log in the replay view and sends it again. */
import type { MessageEntry } from "../../../shared/log/entry.ts";
import { useConnection } from "../../servers/hooks/useConnection.ts";
import { useStores } from "../../stores/StoresContext.tsx";

/** Whether a message is one request that was sent. */
function isRequest({ direction, batch, heads }: MessageEntry): boolean {
  return direction === "out" && !batch && heads[0]?.kind === "request";
}

/** @returns undefined if the message is not a request, or no server is connected */
export function useReplay(): (entry: MessageEntry) => (() => void) | undefined {
  const { servers, view } = useStores();
  const { replays } = useStores().sessions;
  const isConnected = useConnection().state.kind === "connected";
  return (entry) => {
    const serverId = servers.all.getState().activeId;
    if (!isConnected || serverId === undefined || !isRequest(entry)) return undefined;
    return async () => {
      const opened = await replays();
      await opened.load(serverId);
      const step = opened
        .getState()
        .byServer.get(serverId)
        ?.steps.find(({ request }) => request.entry.seq === entry.seq);
      opened.show(serverId, step && entry.seq);
      view.showPane("replay");
      if (step) await opened.run(serverId, [step]);
    };
  };
}
