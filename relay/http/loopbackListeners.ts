/** Opens the relay's HTTP servers on loopback, or on the configured address, at a free port. */
import type { RequestListener, Server } from "node:http";
import type { RelayLimits } from "../relayLimits.ts";
import type { ResolvedOptions } from "../relayOptions.ts";
import type { Sockets } from "../ws/sockets.ts";
import { type Connections, createConnections } from "./connections.ts";
import { isPortInUse, listen } from "./listen.ts";
import { createServer } from "./nodeHttp.ts";

export interface LoopbackListeners {
  readonly port: number;
  /** The relay's URL for programs on this machine, for example `http://127.0.0.1:6280`. */
  readonly url: string;
  /** The hosts with port, as in a `Host` header, at which this machine reaches the relay. */
  readonly hosts: readonly string[];
  /** The port of {@link ListenersOptions.otherPort}, if it was free. */
  readonly otherPort: number | undefined;
  /** The port of {@link ListenersOptions.apps}, if there is one. */
  readonly appsPort: number | undefined;
  /** Stops accepting connections; resolves when the open ones have ended. */
  close(): Promise<void>;
  /** Closes every connection immediately. */
  cut(): void;
}

interface ListenersOptions {
  readonly app: RequestListener;
  readonly upgrade: Sockets["upgrade"];
  readonly resolved: ResolvedOptions;
  readonly connections: Connections;
  /** Exactly this port; 0 for any; undefined for the usual one or the next free one. */
  readonly port: number | undefined;
  readonly usualPort: number;
  /** A second port at the loopback addresses; 0 for any. */
  readonly otherPort: number | undefined;
  /** A listener at a port of its own at the loopback addresses, where nothing else is; 0 for any port. */
  readonly apps: { readonly listener: RequestListener; readonly port: number } | undefined;
}

/** Ports tried after the usual one, and attempts to find any port that is free at every address. */
const maxAttempts = 100;

/**
 * Listens on both loopback addresses, or on the configured one.
 * @throws {Error} with the system's `code` when the port cannot be bound
 */
export async function openListeners(options: ListenersOptions): Promise<LoopbackListeners> {
  const { app, upgrade, resolved, connections, usualPort } = options;
  const create = () => {
    const server = createHttpServer(app, resolved.limits, connections);
    server.on("upgrade", (request, socket, head) => {
      connections.set(request.socket, "busy");
      upgrade(request, socket, head).catch(() => socket.destroy());
    });
    return server;
  };
  const openAt = (port: number) =>
    resolved.host === undefined ? openLoopback(create, port) : openOne(create, resolved.host, port);
  const { servers: first, port } =
    options.port !== undefined && options.port > 0
      ? await openAt(options.port)
      : await openFree(openAt, options.port ?? usualPort);

  const { otherPort } = options;
  const second =
    otherPort === undefined
      ? undefined
      : await openLoopback(create, otherPort).catch(() => undefined);
  const { apps } = options;
  const createApps = () =>
    createHttpServer(apps?.listener ?? (() => {}), resolved.limits, connections);
  const third = apps && (await openAppsPort(createApps, apps.port));
  const servers = [...first, ...(second?.servers ?? []), ...(third?.servers ?? [])];

  const host = resolved.host ?? "127.0.0.1";
  const here = ["0.0.0.0", "::"].includes(host) ? "127.0.0.1" : host;
  const names = new Set([here.includes(":") ? `[${here}]` : here, "localhost", "[::1]"]);
  const hosts = [...names].map((name) => `${name}:${port}`);
  return {
    port,
    url: `http://${hosts[0]}`,
    hosts,
    otherPort: second?.port,
    appsPort: third?.port,
    async close() {
      await Promise.all(servers.map(closed));
    },
    cut() {
      for (const server of servers) server.closeAllConnections();
    },
  };
}

interface Opened {
  readonly servers: readonly Server[];
  readonly port: number;
}

async function openOne(create: () => Server, host: string, port: number): Promise<Opened> {
  const server = create();
  return { servers: [server], port: await listen(server, host, port) };
}

/**
 * Listens on both addresses of `localhost` and the names below it. If another program has one of
 * them, browsers may connect to that program, whose pages then have the origin of the relay's page.
 */
async function openLoopback(create: () => Server, wanted: number): Promise<Opened> {
  const { servers, port } = await openOne(create, "127.0.0.1", wanted);
  try {
    const v6 = await openOne(create, "::1", port);
    return { servers: [...servers, ...v6.servers], port };
  } catch (error) {
    // Without IPv6, no other program can have the address either.
    if (!isPortInUse(error)) return { servers, port };
    await Promise.all(servers.map(closed));
    throw error;
  }
}

/** Opens at a port, or at any other where that one is in use; undefined if there is none. */
async function openAppsPort(create: () => Server, port: number): Promise<Opened | undefined> {
  return openLoopback(create, port)
    .catch(() => openLoopback(create, 0))
    .catch(() => undefined);
}

/**
 * Opens at the first free port.
 * @param first 0 for any port
 */
async function openFree(openAt: (port: number) => Promise<Opened>, first: number): Promise<Opened> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await openAt(first === 0 ? 0 : first + attempt);
    } catch (error) {
      if (!isPortInUse(error) || attempt === maxAttempts) throw error;
    }
  }
}

/** Creates a server with timeouts and the connection limit; it does not listen yet. */
export function createHttpServer(
  app: RequestListener,
  limits: RelayLimits,
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
    response.once("close", () => {
      connections.set(socket, "idle");
      // Otherwise a browser sends its next requests, meant for the next program at this port, to a
      // relay that has stopped.
      if (!server.listening) server.closeIdleConnections();
    });
  });
  return server;
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()));
}
