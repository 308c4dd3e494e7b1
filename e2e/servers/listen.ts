/** Starts a Node HTTP server on a free loopback port before its request listener exists. */
import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";

export interface Listening {
  /** The origin. */
  readonly origin: string;
  /** Sets the request listener. Earlier requests wait for it. */
  answer(listener: RequestListener): void;
  close(): Promise<void>;
}

/**
 * Milliseconds for which an idle connection stays open. Node's default of five seconds is shorter
 * than the pauses of a busy machine: a client that sends on a connection which is just closing fails.
 */
export const keepAliveTimeout = 60_000;

/**
 * Listens first, because many servers must know their own address when they are created.
 * @param port a free one by default
 */
export async function listen(port = 0): Promise<Listening> {
  const server = createServer({ keepAliveTimeout }).listen(port, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("No port was given");
  return {
    origin: `http://127.0.0.1:${address.port}`,
    answer: (listener) => void server.on("request", listener),
    async close() {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
