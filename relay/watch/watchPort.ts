/** Detects when a server listens at a port again after it had stopped. */
import { connect, type Socket } from "node:net";

interface PortWatch {
  close(): void;
}

/** Milliseconds between attempts to connect while no server listens. */
const retryMs = 200;

/**
 * Keeps an idle connection open. When it closes, the server probably went away; this is detected
 * immediately, without requests that would appear in the server's log.
 * @param onBack called each time a server listens again
 */
export function watchPort(host: string, port: number, onBack: () => void): PortWatch {
  let socket: Socket | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  let wasGone = false;

  const connectAgain = () => {
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
      // Servers close idle connections: the server has stopped only if connecting again fails.
      if (!isConnected) wasGone = true;
      timer = setTimeout(connectAgain, isConnected ? 0 : retryMs);
    });
  };

  connectAgain();
  return {
    close() {
      isOver = true;
      clearTimeout(timer);
      socket?.destroy();
    },
  };
}
