/** The relay as a whole: serves the page, carries stdio servers, on this machine only. */
import { createServer } from "node:http";
import type { Duplex } from "node:stream";
import { WebSocketServer } from "ws";
import { closeCodes, maxMessageBytes, socketPath } from "../shared/relay/wire.ts";
import { createGuard, type Guard, type Refusal } from "./guard.ts";
import { createHttp } from "./http.ts";
import { defaultLimits, type Limits } from "./limits.ts";
import { listen, listenFrom } from "./listen.ts";
import { createPairing } from "./pairing.ts";
import { createServers } from "./servers.ts";
import { serveSocket } from "./socket.ts";
import { version } from "./thisPackage.ts";

/** The port at which people find the relay, and their saved state, again. */
export const usualPort = 6280;

export interface RelayOptions {
  /** This port or none; 0 for any. Without it, the usual port or the next one that is free. */
  readonly port?: number;
  /** The folder of the built page; leave it out where somebody else serves the page. */
  readonly pageDir?: string;
  /** Other origins from which the page may speak to this relay, for example a dev server's. */
  readonly trustOrigins?: readonly string[];
  readonly limits?: Partial<Limits>;
}

export interface Relay {
  /** Where the relay is, for example `http://127.0.0.1:6280`. */
  readonly url: string;
  readonly port: number;
  /** The secret with which a page gets a session; for a fragment, never for a query or a log. */
  readonly token: string;
  /** The page with the token in its fragment. */
  readonly link: string;
  /** Stops all servers with their trees and hangs up; settles when all of it is gone. */
  close(): Promise<void>;
}

/**
 * Starts a relay on loopback.
 * @throws {Error} with the system's `code` when the port cannot be had
 */
export async function createRelay(options: RelayOptions = {}): Promise<Relay> {
  const limits = { ...defaultLimits, ...options.limits };
  const pairing = createPairing(limits, () => performance.now());
  const servers = createServers(limits);
  const sockets = new WebSocketServer({ noServer: true, maxPayload: maxMessageBytes });

  // The guard has to know the port, which is known once a server listens; until then it lets nobody in.
  const late: { guard: Guard } = { guard: createGuard([]) };
  const app = createHttp({
    guard: (caller) => late.guard(caller),
    pairing,
    version,
    pageDir: options.pageDir,
  });
  const makeServer = () => {
    const server = createServer(app);
    server.on("upgrade", (request, socket, head) => {
      const { host, origin } = request.headers;
      const refusal =
        late.guard({ method: "GET", host, origin, upgrade: true }) ??
        (request.url === socketPath ? undefined : nowhere);
      if (refusal) return refuseUpgrade(socket, refusal);
      sockets.handleUpgrade(request, socket, head, (accepted) => {
        if (sockets.clients.size > limits.sockets) {
          accepted.close(closeCodes.tooMany, "Too many pages are open on this relay");
        } else {
          serveSocket(accepted, { pairing, servers, limits, version });
        }
      });
    });
    return server;
  };

  const v4 = makeServer();
  const port =
    options.port === undefined
      ? await listenFrom(v4, "127.0.0.1", usualPort)
      : await listen(v4, "127.0.0.1", options.port);
  const v6 = makeServer();
  const hasV6 = await listen(v6, "::1", port).then(
    () => true,
    () => false,
  );
  const url = `http://127.0.0.1:${port}`;
  late.guard = createGuard([
    url,
    `http://localhost:${port}`,
    ...(hasV6 ? [`http://[::1]:${port}`] : []),
    ...(options.trustOrigins ?? []),
  ]);

  let closing: Promise<void> | undefined;
  const close = async () => {
    for (const server of [v4, v6]) server.close();
    await servers.close();
    for (const client of sockets.clients) client.close(1001, "The relay was stopped");
    setTimeout(() => {
      for (const client of sockets.clients) client.terminate();
      for (const server of [v4, v6]) server.closeAllConnections();
    }, 200).unref();
  };

  return {
    url,
    port,
    token: pairing.token,
    link: `${url}/#k=${pairing.token}`,
    close: () => (closing ??= close()),
  };
}

const nowhere = { status: 404, reason: "There is no socket at this address." } as const;

function refuseUpgrade(socket: Duplex, { status, reason }: Refusal | typeof nowhere): void {
  const body = `${reason}\n`;
  socket.on("error", () => {});
  socket.end(
    `HTTP/1.1 ${status} Refused\r\nContent-Type: text/plain; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}
