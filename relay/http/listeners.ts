/** Opens the relay's HTTP servers on loopback, or on the configured address. */
import type { RequestListener, Server } from "node:http";
import type { Limits } from "../limits.ts";
import type { ResolvedOptions } from "../relayOptions.ts";
import type { Sockets } from "../ws/sockets.ts";
import { type Connections, createConnections } from "./connections.ts";
import { isPortInUse, listen, listenFrom } from "./listen.ts";
import { createServer } from "./nodeHttp.ts";

export interface Listeners {
  readonly port: number;
  /** The relay's URL on this machine, for example `http://127.0.0.1:6280`. */
  readonly url: string;
  /** The origins of the page when it is opened on this machine. */
  readonly origins: readonly string[];
  /** Stops accepting connections; resolves when the open ones have ended. */
  close(): Promise<void>;
  /** Closes every connection immediately. */
  cut(): void;
}

export interface ListenersOptions {
  readonly app: RequestListener;
  readonly upgrade: Sockets["upgrade"];
  readonly resolved: ResolvedOptions;
  readonly connections: Connections;
  /** Exactly this port; 0 for any; undefined for the usual one or the next free one. */
  readonly port: number | undefined;
  readonly usualPort: number;
}

/**
 * Listens on both loopback addresses, or on the configured one.
 * @throws {Error} with the system's `code` when the port cannot be bound
 */
export async function openListeners(options: ListenersOptions): Promise<Listeners> {
  const { app, upgrade, resolved, connections, usualPort } = options;
  const servers: Server[] = [];
  const open = async (host: string, port: number | undefined) => {
    const server = createHttpServer(app, resolved.limits, connections);
    server.on("upgrade", (request, socket, head) => {
      connections.set(request.socket, "busy");
      upgrade(request, socket, head).catch(() => socket.destroy());
    });
    const boundPort = await (port === undefined
      ? listenFrom(server, host, usualPort)
      : listen(server, host, port));
    servers.push(server);
    return boundPort;
  };

  const host = resolved.host ?? "127.0.0.1";
  const port = await open(host, options.port);
  const hasV6 =
    resolved.host === undefined &&
    (await open("::1", port).then(
      () => true,
      () => false,
    ));
  const isWildcard = ["0.0.0.0", "::"].includes(host);
  const here = isWildcard ? "127.0.0.1" : host;
  const bound = isWildcard ? [here, ...(host === "::" ? ["::1"] : [])] : [host];
  const unbound = loopbackAddresses.filter(
    (address) => !bound.includes(address) && !(hasV6 && address === "::1"),
  );
  const isLocalhostOwn = !(await isAnyTaken(unbound, port));
  const url = `http://${here.includes(":") ? `[${here}]` : here}:${port}`;
  return {
    port,
    url,
    origins: [
      url,
      ...(isLocalhostOwn ? [`http://localhost:${port}`] : []),
      ...(hasV6 ? [`http://[::1]:${port}`] : []),
    ],
    async close() {
      await Promise.all(servers.map(closed));
    },
    cut() {
      for (const server of servers) server.closeAllConnections();
    },
  };
}

/** Creates a server with timeouts and the connection limit; it does not listen yet. */
export function createHttpServer(
  app: RequestListener,
  limits: Limits,
  connections = createConnections(limits.connections),
): Server {
  const { requestMs } = limits;
  const headersMs = Math.min(limits.headersMs, requestMs);
  const server = createServer({ connectionsCheckingInterval: Math.min(headersMs, 5000) }, app);
  server.requestTimeout = requestMs;
  // Node would silently drop headers beyond its limit; the origin policy refuses such requests.
  server.maxHeadersCount = 0;
  // Starts with the connection, so that one that never sends anything is closed as well.
  server.headersTimeout = headersMs;
  // A client that reads nothing for so long counts as disconnected. WebSockets have their own
  // pings.
  server.timeout = requestMs;
  server.on("connection", (socket) => connections.add(socket));
  server.on("request", ({ socket }, response) => {
    connections.set(socket, "busy");
    response.once("close", () => connections.set(socket, "idle"));
  });
  return server;
}

/**
 * The addresses of `localhost` in browsers. If another program listens at one of them, a page of
 * that program has the origin `http://localhost:<port>`, so the relay must not count it as its own.
 */
const loopbackAddresses = ["127.0.0.1", "::1"];

/** Whether another program listens at the port of one of these addresses. */
async function isAnyTaken(addresses: readonly string[], port: number): Promise<boolean> {
  for (const address of addresses) {
    const probe = createServer();
    try {
      await listen(probe, address, port);
    } catch (error) {
      if (isPortInUse(error)) return true;
    } finally {
      await closed(probe);
    }
  }
  return false;
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()));
}
