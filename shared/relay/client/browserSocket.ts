/** The WebSocket interface that the link uses, and its implementation for browsers. */

/** A socket's events; none is called while the socket is being created. */
interface SocketHandlers {
  opened(): void;
  received(frame: string | Uint8Array): void;
  /** Called once, at the end; also if the socket could not be opened. */
  closed(code: number, reason: string): void;
}

export interface Socket {
  send(frame: string | Uint8Array<ArrayBuffer>): void;
  close(code?: number): void;
}

/** Opens a socket to the relay. */
export type ConnectSocket = (handlers: SocketHandlers) => Socket;

/**
 * Connects with the platform's WebSocket.
 * @param url the relay's socket, without any secret in it
 */
export function createSocketConnector(url: string): ConnectSocket {
  return (handlers) => {
    const socket = new WebSocket(url);
    socket.binaryType = "arraybuffer";
    socket.addEventListener("open", () => handlers.opened());
    socket.addEventListener("message", ({ data }: MessageEvent<string | ArrayBuffer>) =>
      handlers.received(typeof data === "string" ? data : new Uint8Array(data)),
    );
    socket.addEventListener("close", ({ code, reason }) => handlers.closed(code, reason));
    return {
      send: (frame) => socket.send(frame),
      close: (code) => socket.close(code),
    };
  };
}
