/** The addresses at which the relay listens. */
import type { RequestListener, Server } from "node:http";
import type { Limits } from "../limits.ts";
import type { ResolvedOptions } from "../relayOptions.ts";
import type { Sockets } from "../ws/sockets.ts";
import { type Connections, createConnections } from "./connections.ts";
import { isTaken, listen, listenFrom } from "./listen.ts";
import { createServer } from "./nodeHttp.ts";

export interface Listeners {
  readonly port: number;
  /** Where this machine reaches the relay, for example `http://127.0.0.1:6280`. */
  readonly url: string;
  /** All the origins under which it is reached from here. */
  readonly origins: readonly string[];
  /** Takes no more connections; settles when those that there are have ended. */
  close(): Promise<void>;
  /** Cuts off every connection, whatever is under way on it. */
  cut(): void;
}

export interface ListenersOptions {
  readonly app: RequestListener;
  readonly upgrade: Sockets["upgrade"];
  readonly resolved: ResolvedOptions;
  readonly connections: Connections;
  /** This port or none; 0 for any; undefined for the usual one or the next that is free. */
  readonly port: number | undefined;
  readonly usualPort: number;
}

/**
 * Opens the doors: both loopback addresses, or the one that was asked for.
 * @throws {Error} with the system's `code` when the port cannot be had
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
    const got = await (port === undefined
      ? listenFrom(server, host, usualPort)
      : listen(server, host, port));
    servers.push(server);
    return got;
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

/** Makes a server whose patience has limits; it does not listen yet. */
export function createHttpServer(
  app: RequestListener,
  limits: Limits,
  connections = createConnections(limits.connections),
): Server {
  const { requestMs } = limits;
  const headersMs = Math.min(limits.headersMs, requestMs);
  const server = createServer({ connectionsCheckingInterval: Math.min(headersMs, 5000) }, app);
  server.requestTimeout = requestMs;
  // Node would cut off the headers beyond its limit in silence; the guard refuses such requests
  server.maxHeadersCount = 0;
  // counts from the first moment, so that a connection that never says anything ends as well
  server.headersTimeout = headersMs;
  // a reader that takes nothing for so long is gone; sockets look after themselves by pings
  server.timeout = requestMs;
  server.on("connection", (socket) => connections.add(socket));
  server.on("request", ({ socket }, response) => {
    connections.set(socket, "busy");
    response.once("close", () => connections.set(socket, "idle"));
  });
  return server;
}

/**
 * What `localhost` stands for in browsers. Where another program listens at one of them, a page of
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
      if (isTaken(error)) return true;
    } finally {
      await closed(probe);
    }
  }
  return false;
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()));
}
