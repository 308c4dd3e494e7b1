/** Gets a relay session with a link's token and opens the socket, as the relay's own page does. */
import { WebSocket } from "ws";
import type { ConnectSocket } from "../shared/relay/client/socket.ts";
import { socketPath } from "../shared/relay/frames/frames.ts";

/** Exchanges the token for a session. */
export async function openSession(origin: string, token: string): Promise<string> {
  const response = await fetch(`${origin}/api/session`, {
    method: "POST",
    headers: { Origin: origin, "Content-Type": "application/json" },
    body: JSON.stringify({ token }),
  });
  return ((await response.json()) as { session: string }).session;
}

/** Connects like a browser; `sockets` collects the sockets so that a test can terminate them. */
export function connectTo(origin: string, sockets: WebSocket[] = []): ConnectSocket {
  return (handlers) => {
    const socket = new WebSocket(`${origin.replace("http", "ws")}${socketPath}`, { origin });
    sockets.push(socket);
    socket.on("open", handlers.opened);
    socket.on("message", (data: Buffer, isBinary) =>
      handlers.received(isBinary ? data : data.toString()),
    );
    socket.on("error", () => {});
    socket.on("close", (code, reason) => handlers.closed(code, reason.toString()));
    return { send: (frame) => socket.send(frame), close: (code) => socket.close(code) };
  };
}
