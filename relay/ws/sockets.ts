/** The pages' WebSockets: who gets one, whether its other end is still there, and how all of them end. */
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { type WebSocket, WebSocketServer } from "ws";
import { closeCodes, maxMessageBytes, socketPath } from "../../shared/relay/frames/frames.ts";
import type { Counters } from "../counters.ts";
import type { Connections } from "../http/connections.ts";
import { STATUS_CODES } from "../http/nodeHttp.ts";
import { callerOf, isRefusal, type OriginPolicy } from "../http/originPolicy.ts";
import type { Limits } from "../limits.ts";
import type { Logger } from "../logger.ts";
import { createSocketSlots } from "./socketSlots.ts";

export interface Sockets {
  /** Answers a request for a WebSocket. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void>;
  count(): number;
  /**
   * Opens no more, and hangs up each as soon as nothing is under way on it.
   * @param deadline milliseconds on the clock of `performance.now`, after which nothing is waited for
   */
  drain(deadline: number): Promise<void>;
  /** Hangs up all; what does not answer is cut off shortly after. */
  close(): void;
}

/** A socket that is served. */
export interface ServedSocket {
  /** Whether something is under way that would be lost if it were hung up. */
  isBusy(): boolean;
}

export interface SocketsOptions {
  readonly originPolicy: OriginPolicy;
  /** Whether there is anything to have through a socket. */
  readonly isOffered: boolean;
  /** @param admit takes the socket in once its session is known; false where there is no room */
  readonly serve: (socket: WebSocket, admit: () => boolean) => ServedSocket;
  /** Whom a request's address stands for. */
  readonly visitorOf: (request: IncomingMessage) => string;
  readonly connections: Connections;
  readonly limits: Limits;
  readonly counters: Counters;
  readonly logger: Logger;
}

/** The status of a WebSocket that is hung up because the relay is. */
const goingAway = 1001;

/** Milliseconds that the other end has to answer a goodbye when all are hung up. */
const goodbyeMs = 200;

// not in the literal of the call, for the types of ws do not know `closeTimeout` yet
const serverOptions = {
  noServer: true,
  maxPayload: maxMessageBytes,
  /** Milliseconds that an end which is hung up has to answer; one that does not keeps no room. */
  closeTimeout: 1000,
};

const notFound = { status: 404, reason: "There is no socket at this address." };
const isStopping = { status: 503, reason: "The relay is being stopped." };

/** Makes a house without sockets. */
export function createSockets(options: SocketsOptions): Sockets {
  const { originPolicy, isOffered, serve, visitorOf, connections, limits, counters, logger } =
    options;
  const server = new WebSocketServer(serverOptions);
  const slots = createSocketSlots(limits);
  const served = new Map<WebSocket, ServedSocket>();
  let draining = false;

  const closeSocket = (socket: WebSocket, code: number, reason: string, outcome: string) => {
    counters.count("sockets_total", { outcome });
    logger.info("socket-ended", { outcome });
    socket.close(code, reason);
  };

  // An end that is half-open, or reads nothing any more, answers no ping.
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

  const accept = (socket: WebSocket, request: IncomingMessage) => {
    // a frame that is none is an error even on a socket that is being closed
    socket.on("error", () => {});
    for (const silent of slots.enter(socket, visitorOf(request))) {
      closeSocket(silent, closeCodes.tooMany, "Too many sockets say no hello", "too-many");
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
    served.set(socket, serve(socket, admit));
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
      // until the guard has spoken, the socket is nobody's
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
      if (!isOffered || request.url !== socketPath) return refuse(socket, notFound);
      if (draining) return refuse(socket, isStopping);
      server.handleUpgrade(request, socket, head, accept);
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
      }, goodbyeMs).unref();
    },
  };
}

function refuse(socket: Duplex, { status, reason }: { status: number; reason: string }): void {
  const body = `${reason}\n`;
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: text/plain; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}
