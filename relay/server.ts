/** The relay as a whole: serves the page, carries stdio servers, for this machine or as a public one. */
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { Duplex } from "node:stream";
import { WebSocketServer } from "ws";
import { closeCodes, maxMessageBytes, socketPath } from "../shared/relay/wire.ts";
import { createGuard, type Guard, isRefusal } from "./guard.ts";
import { createHttp } from "./http.ts";
import { listen, listenFrom } from "./listen.ts";
import { createPairing } from "./pairing.ts";
import { isLoopback, type RelayOptions, settle } from "./relayOptions.ts";
import { createServers } from "./servers.ts";
import { serveSocket } from "./socket.ts";
import { version } from "./thisPackage.ts";

/** The port at which people find the relay, and their saved state, again. */
export const usualPort = 6280;

export interface Relay {
  /** Where the relay is, for example `http://127.0.0.1:6280`. */
  readonly url: string;
  readonly port: number;
  /** The secret with which a page gets a session; for a fragment, never for a query or a log. */
  readonly token: string;
  /** The page, with the token in its fragment where there are sessions to have. */
  readonly link: string;
  /** Stops all servers with their trees and hangs up; settles when all of it is gone. */
  close(): Promise<void>;
}

/**
 * Starts a relay; on loopback unless told otherwise.
 * @throws {OptionError} when the options would be unsafe together
 * @throws {Error} with the system's `code` when the port cannot be had
 */
export async function createRelay(options: RelayOptions = {}): Promise<Relay> {
  const settled = settle(options);
  const { limits } = settled;
  const pairing = createPairing(limits, () => performance.now());
  const servers = createServers(limits, settled);
  const sockets = new WebSocketServer({ noServer: true, maxPayload: maxMessageBytes });

  // The guard has to know the port, which is known once a server listens; until then nobody gets in.
  const late: { guard: Guard } = { guard: createGuard({ home: [], isAllowed: () => false }) };
  const app = createHttp({
    guard: { judge: (caller) => late.guard.judge(caller) },
    pairing,
    version,
    pageDir: options.pageDir,
    settled,
  });
  const upgrade = async (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const { host, origin } = request.headers;
    const caller = { method: "GET", host, origin, upgrade: true, pairing: false };
    const judgement = await late.guard.judge(caller);
    if (isRefusal(judgement)) return refuseUpgrade(socket, judgement);
    if (request.url !== socketPath || !settled.sessions) return refuseUpgrade(socket, nowhere);
    sockets.handleUpgrade(request, socket, head, (accepted) => {
      if (sockets.clients.size > limits.sockets) {
        accepted.close(closeCodes.tooMany, "Too many pages are open on this relay");
      } else {
        serveSocket(accepted, { pairing, servers, limits, version });
      }
    });
  };
  const bound: Server[] = [];
  const bind = async (host: string, port: number | undefined) => {
    const server = createServer(app);
    server.on("upgrade", (...asked) => void upgrade(...asked));
    const got =
      port === undefined
        ? await listenFrom(server, host, usualPort)
        : await listen(server, host, port);
    bound.push(server);
    return got;
  };

  const host = settled.host ?? "127.0.0.1";
  const port = await bind(host, options.port);
  const hasV6 =
    settled.host === undefined &&
    (await bind("::1", port).then(
      () => true,
      () => false,
    ));
  const address = settled.host && isLoopback(settled.host) ? bracketed(settled.host) : "127.0.0.1";
  const url = `http://${address}:${port}`;
  const allowed = new Set(settled.allowOrigins);
  late.guard = createGuard({
    home: [
      ...(settled.publicUrl ? [settled.publicUrl.origin] : []),
      url,
      `http://localhost:${port}`,
      ...(hasV6 ? [`http://[::1]:${port}`] : []),
      ...(options.trustOrigins ?? []),
    ],
    isAllowed: (origin) => allowed.has(origin),
  });

  let closing: Promise<void> | undefined;
  const close = async () => {
    for (const server of bound) server.close();
    await servers.close();
    for (const client of sockets.clients) client.close(1001, "The relay was stopped");
    setTimeout(() => {
      for (const client of sockets.clients) client.terminate();
      for (const server of bound) server.closeAllConnections();
    }, 200).unref();
  };

  return {
    url,
    port,
    token: pairing.token,
    link: `${settled.publicUrl ?? `${url}/`}${settled.sessions ? `#k=${pairing.token}` : ""}`,
    close: () => (closing ??= close()),
  };
}

const nowhere = { status: 404, reason: "There is no socket at this address." } as const;

/** An address as a URL has it. */
function bracketed(host: string): string {
  return host.includes(":") ? `[${host}]` : host;
}

function refuseUpgrade(
  socket: Duplex,
  { status, reason }: { readonly status: number; readonly reason: string },
): void {
  const body = `${reason}\n`;
  socket.on("error", () => {});
  socket.end(
    `HTTP/1.1 ${status} Refused\r\nContent-Type: text/plain; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}
