/** Accepts the pages' WebSockets, pings them, and closes them when the relay stops. */
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { type WebSocket, WebSocketServer } from "ws";
import { refusalHeader } from "../../shared/relay/client/relaySession.ts";
import { closeCodes, maxMessageBytes, socketPath } from "../../shared/relay/frames/frames.ts";
import type { Counters } from "../counters.ts";
import type { Connections } from "../http/connections.ts";
import { STATUS_CODES } from "../http/nodeHttp.ts";
import { callerOf, isRefusal, type OriginPolicy } from "../http/originPolicy.ts";
import type { Logger } from "../logger.ts";
import { isPersonRefusal, type People } from "../people/people.ts";
import type { RelayLimits } from "../relayLimits.ts";

export interface Sockets {
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void>;
  count(): number;
  /**
   * Accepts no more sockets and closes each one when it has no work in progress.
   * @param deadline when to stop waiting, in milliseconds of `performance.now`
   */
  drain(deadline: number): Promise<void>;
  /** Closes all sockets; terminates those that do not answer shortly after. */
  close(): void;
}

export interface ServedSocket {
  /** Whether work is in progress that closing the socket would lose. */
  isBusy(): boolean;
}

interface SocketsOptions {
  readonly originPolicy: OriginPolicy;
  /** Undefined if nobody is named. */
  readonly people: People | undefined;
  /** Whether any service is enabled that uses sockets. */
  readonly isOffered: boolean;
  /** The path of the sockets; that of pages by default. */
  readonly path?: string;
  /** Maximum bytes of a message. */
  readonly maxBytes?: number;
  /**
   * @param admit marks the socket as authenticated; false if there are too many of these
   * @param person who opened it, where a proxy names people
   * @param visitor the visitor its address counts for
   */
  readonly serve: (
    socket: WebSocket,
    admit: () => boolean,
    person: string | undefined,
    visitor: string,
  ) => ServedSocket;
  readonly visitorOf: (request: IncomingMessage) => string;
  readonly connections: Connections;
  readonly limits: RelayLimits;
  readonly counters: Counters;
  readonly logger: Logger;
}

/** The close code for a relay that stops. */
const goingAway = 1001;

/** Milliseconds that pages have to answer the close frame when the relay stops. */
const closeGraceMs = 200;

// Not inlined into the call, because the types of ws do not know `closeTimeout` yet.
const serverOptions = {
  noServer: true,
  /** Milliseconds that a page has to answer a close frame before its socket is terminated. */
  closeTimeout: 1000,
};

const notFound = { status: 404, reason: "There is no WebSocket at this path." };
const relayStopping = { status: 503, reason: "The relay is being stopped." };

/** Creates the WebSocket server. */
export function createSockets(options: SocketsOptions): Sockets {
  const {
    originPolicy,
    people,
    isOffered,
    path = socketPath,
    maxBytes = maxMessageBytes,
    serve,
    visitorOf,
    connections,
    limits,
    counters,
    logger,
  } = options;
  const server = new WebSocketServer({ ...serverOptions, maxPayload: maxBytes });
  const slots = createSocketSlots(limits);
  const served = new Map<WebSocket, ServedSocket>();
  let draining = false;

  const closeSocket = (socket: WebSocket, code: number, reason: string, outcome: string) => {
    counters.count("sockets_total", { outcome });
    logger.info("socket-ended", { outcome });
    socket.close(code, reason);
  };

  // A half-open connection, or a page that stopped reading, does not answer a ping.
  const unanswered = new Set<WebSocket>();
  const pingTimer = setInterval(() => {
    for (const socket of server.clients) {
      if (unanswered.has(socket)) {
        counters.count("sockets_total", { outcome: "unheard" });
        logger.info("socket-ended", { outcome: "unheard" });
        socket.terminate();
      } else {
        unanswered.add(socket);
        socket.ping();
      }
    }
  }, limits.pingMs).unref();

  const accept = (socket: WebSocket, request: IncomingMessage, person: string | undefined) => {
    // An invalid frame is an error even on a socket that is being closed.
    socket.on("error", () => {});
    const visitor = visitorOf(request);
    for (const silent of slots.enter(socket, visitor)) {
      closeSocket(silent, closeCodes.tooMany, "Too many sockets without a hello", "too-many");
    }
    counters.count("sockets_total", { outcome: "opened" });
    socket.on("pong", () => unanswered.delete(socket));
    socket.once("close", () => {
      unanswered.delete(socket);
      served.delete(socket);
      slots.leave(socket);
    });
    const admit = () => {
      if (!slots.admit(socket)) {
        counters.count("sockets_total", { outcome: "too-many" });
        return false;
      }
      connections.set(request.socket, "authenticated");
      return true;
    };
    served.set(socket, serve(socket, admit, person, visitor));
  };

  const hangUp = (isDue: (handler: ServedSocket) => boolean) => {
    for (const [socket, handler] of served) {
      if (socket.readyState === socket.OPEN && isDue(handler)) {
        closeSocket(socket, goingAway, "The relay was stopped", "stopped");
      }
    }
  };

  return {
    count: () => server.clients.size,
    async upgrade(request, socket, head) {
      // Until the policy has decided, nothing else handles the socket's errors.
      socket.on("error", () => {});
      const { host, origin } = request.headers;
      const verdict = await originPolicy.evaluate(
        callerOf(request, { upgrade: true, pairing: false }),
      );
      if (isRefusal(verdict)) {
        counters.count("refused_callers_total", { status: String(verdict.status) });
        logger.warn("refused", { status: verdict.status, host, origin });
        return refuse(socket, verdict);
      }
      const person = people?.evaluate(request, true);
      if (isPersonRefusal(person)) {
        const { status, code } = person;
        counters.count("refused_callers_total", { status: String(status) });
        logger.warn("refused", { status, code });
        return refuse(socket, person);
      }
      if (!isOffered || request.url !== path) return refuse(socket, notFound);
      if (draining) return refuse(socket, relayStopping);
      server.handleUpgrade(request, socket, head, (opened) => {
        if (person) logger.info("socket-opened", { person: person.name });
        accept(opened, request, person?.name);
      });
    },
    async drain(deadline) {
      draining = true;
      for (;;) {
        hangUp((handler) => !handler.isBusy());
        const isOver = [...served.values()].every((handler) => !handler.isBusy());
        if (isOver || performance.now() >= deadline) return;
        await sleep(50);
      }
    },
    close() {
      draining = true;
      clearInterval(pingTimer);
      hangUp(() => true);
      setTimeout(() => {
        for (const socket of server.clients) socket.terminate();
      }, closeGraceMs).unref();
    },
  };
}

function refuse(
  socket: Duplex,
  { status, reason, code }: { status: number; reason: string; code?: string },
): void {
  const body = `${reason}\n`;
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: text/plain; charset=utf-8\r\n` +
      `${code === undefined ? "" : `${refusalHeader}: ${code}\r\n`}` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}

interface SocketSlots {
  /**
   * Adds a socket that has not sent a hello.
   * @param visitor the visitor its address counts for
   * @returns the oldest silent sockets, which have to be closed for it
   */
  enter(socket: WebSocket, visitor: string): readonly WebSocket[];
  /** Marks a socket as authenticated; false if there are too many of these. */
  admit(socket: WebSocket): boolean;
  leave(socket: WebSocket): void;
}

/** Creates the limits without any sockets. */
function createSocketSlots(
  limits: Pick<RelayLimits, "sockets" | "ungreetedPerAddress">,
): SocketSlots {
  /** Sockets without a hello and their visitors, oldest first. */
  const waiting = new Map<WebSocket, string>();
  const admitted = new Set<WebSocket>();
  return {
    enter(socket, visitor) {
      const mine = [...waiting].filter(([, other]) => other === visitor).map(([other]) => other);
      waiting.set(socket, visitor);
      const surplus = mine.slice(0, Math.max(0, mine.length + 1 - limits.ungreetedPerAddress));
      for (const other of surplus) waiting.delete(other);
      const [oldest] = waiting.keys();
      if (waiting.size <= limits.sockets || !oldest || oldest === socket) return surplus;
      waiting.delete(oldest);
      return [...surplus, oldest];
    },
    admit(socket) {
      if (admitted.size >= limits.sockets) return false;
      // A socket that is being closed cannot become authenticated.
      if (!waiting.delete(socket)) return false;
      admitted.add(socket);
      return true;
    },
    leave(socket) {
      waiting.delete(socket);
      admitted.delete(socket);
    },
  };
}
