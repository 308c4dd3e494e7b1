/** Notices when somebody listens again at a port where for a while nobody did. */
import { connect, type Socket } from "node:net";

export interface PortWatch {
  close(): void;
}

/** Milliseconds between two tries to connect while nobody listens. */
const retryMs = 200;

/**
 * Holds a connection without saying anything on it: that it breaks off tells that the server went
 * away, at once and without a request that anybody would see in a log.
 * @param onBack called each time that somebody listens again
 */
export function watchPort(host: string, port: number, onBack: () => void): PortWatch {
  let socket: Socket | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  let wasGone = false;

  const dial = () => {
    let isConnected = false;
    const mine = connect({ host, port });
    socket = mine;
    mine.on("error", () => {});
    mine.on("connect", () => {
      isConnected = true;
      if (wasGone) onBack();
      wasGone = false;
    });
    mine.resume();
    mine.once("close", () => {
      if (isOver) return;
      // a server hangs up on who says nothing for long: it is gone only if nobody answers now
      if (!isConnected) wasGone = true;
      timer = setTimeout(dial, isConnected ? 0 : retryMs);
    });
  };

  dial();
  return {
    close() {
      isOver = true;
      clearTimeout(timer);
      socket?.destroy();
    },
  };
}
