/** Serves a web-standard request handler over real HTTP, to pages of any origin. */
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { keepAliveTimeout } from "./listen.ts";

export type Handler = (request: Request) => Promise<Response>;

export interface HandlerServer {
  /** The origin. */
  readonly url: string;
  /** Terminates every connection; new ones are accepted. */
  cut(): void;
  /** Terminates every connection and listens no more, until `up`. */
  down(): Promise<void>;
  /** Listens at the same port again. */
  up(): Promise<void>;
  close(): Promise<void>;
}

const openToAll = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Allow-Methods": "GET, POST, DELETE",
};

/**
 * Listens on a free loopback port. A request's signal aborts when its client disconnects.
 * @param exposed the response headers that pages may read
 */
export async function serveHandler(handler: Handler, exposed = "*"): Promise<HandlerServer> {
  const server = createServer({ keepAliveTimeout }, (incoming, outgoing) => {
    answer(handler, incoming, outgoing, exposed).catch(() => outgoing.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("No port was given");
  const close = async () => {
    if (!server.listening) return;
    const closed = once(server, "close");
    server.close();
    server.closeAllConnections();
    await closed;
  };
  return {
    url: `http://127.0.0.1:${address.port}`,
    cut: () => server.closeAllConnections(),
    down: close,
    async up() {
      server.listen(address.port, "127.0.0.1");
      await once(server, "listening");
    },
    close,
  };
}

/** Passes one request of Node's server to the handler. */
export async function answer(
  handler: Handler,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  exposed = "*",
): Promise<void> {
  const asked = incoming.headers["access-control-request-headers"] ?? "*";
  const cors = {
    ...openToAll,
    "Access-Control-Allow-Headers": asked,
    "Access-Control-Expose-Headers": exposed,
  };
  if (incoming.method === "OPTIONS") {
    outgoing.writeHead(204, cors).end();
    return;
  }
  const gone = new AbortController();
  outgoing.once("close", () => gone.abort());
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const response = await handler(
    new Request(`http://${incoming.headers.host}${incoming.url}`, {
      method: incoming.method ?? "GET",
      headers: Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]),
      ...(chunks.length > 0 ? { body: Buffer.concat(chunks) } : {}),
      signal: gone.signal,
    }),
  );
  outgoing.writeHead(response.status, { ...cors, ...Object.fromEntries(response.headers) });
  outgoing.flushHeaders();
  if (response.body) await pipeline(Readable.fromWeb(response.body as never), outgoing);
  else outgoing.end();
}
