/** Serves one page's WebSocket: authenticates its hello, then dispatches frames to the services. */
import type { RawData, WebSocket } from "ws";
import { decodeChunk } from "../../shared/relay/frames/chunk.ts";
import {
  closeCodes,
  decodePageMessage,
  encodeMessage,
  type PageMessage,
  type RelayFacts,
  wireVersion,
} from "../../shared/relay/frames/frames.ts";
import type { Logger } from "../logger.ts";
import type { Sessions } from "../pairing/sessions.ts";
import type { RelayLimits } from "../relayLimits.ts";
import type { FrameHandler, FrameService, Page } from "./frameService.ts";
import type { ServedSocket } from "./sockets.ts";

interface SocketOptions {
  readonly sessions: Sessions;
  readonly services: readonly FrameService[];
  readonly limits: RelayLimits;
  readonly facts: RelayFacts;
  readonly logger: Logger;
  /** Who opened the page, where a proxy names people. */
  readonly person: string | undefined;
  /** Marks the socket as authenticated; false if there are too many of these. */
  readonly admit: () => boolean;
}

/** The close code for a defect of the relay. */
const internalError = 1011;

/** Serves a socket that the origin policy has accepted. */
export function serveSocket(socket: WebSocket, options: SocketOptions): ServedSocket {
  const { sessions, services, limits, facts, logger, person, admit } = options;
  /** Undefined until the page is authenticated. */
  let handlers: readonly FrameHandler[] | undefined;

  const helloTimeout = setTimeout(() => {
    socket.close(closeCodes.notPaired, "No hello in time");
  }, limits.helloMs);

  const handleHello = async (message: PageMessage | undefined) => {
    if (message?.kind !== "hello") {
      return socket.close(closeCodes.notPaired, "The first message must be a hello");
    }
    if (message.wire !== wireVersion) {
      return socket.close(
        closeCodes.wrongVersion,
        `This relay speaks version ${wireVersion}, the page ${message.wire}: reload the page`,
      );
    }
    const known = await sessions.isValid(message.session).catch(() => undefined);
    if (known === undefined) return socket.close(1013, "The relay's store does not answer");
    if (!known) {
      return socket.close(closeCodes.notPaired, "The relay was restarted");
    }
    clearTimeout(helloTimeout);
    if (!admit()) {
      return socket.close(closeCodes.tooMany, "Too many pages are open on this relay");
    }
    const page: Page = {
      session: message.session,
      person,
      wantsTimes: message.times === true,
      sendMessage: (answer) => send(encodeMessage(answer)),
      sendFrame: send,
      run: (work) => void attempt(work),
    };
    page.sendMessage({ kind: "welcome", ...facts });
    handlers = services.map((open) => open(page));
    if (socket.readyState === socket.CLOSED) leave();
  };

  /** Terminates a socket whose page sends requests but reads nothing; a close frame would not reach it. */
  const send = (frame: string | Uint8Array) => {
    socket.send(frame);
    if (socket.bufferedAmount > limits.unreadBytes) socket.terminate();
  };

  const refuse = (reason: string) => socket.close(closeCodes.badFrame, reason);

  const leave = () => {
    for (const handler of handlers ?? []) handler.leave();
    handlers = undefined;
  };

  /** Closes this page's socket, and nothing else, if handling a frame throws. */
  const attempt = async (work: () => unknown) => {
    try {
      await work();
    } catch (error) {
      logger.error("frame-failed", { error: String(error) });
      socket.close(internalError, "The relay failed to handle a message");
    }
  };

  const receive = (data: RawData, isBinary: boolean) => {
    if (handlers === undefined || socket.readyState !== socket.OPEN) return;
    const bytes = data as Buffer;
    if (!isBinary) {
      const message = decodePageMessage(`${bytes}`);
      if (message?.kind === "ping") return send(encodeMessage({ kind: "pong" }));
      if (message && handlers.some((handler) => handler.message(message))) return;
      return refuse("The relay does not know this message");
    }
    const chunk = decodeChunk(bytes);
    for (const handler of chunk ? handlers : []) {
      const taken = chunk && handler.chunk?.(chunk);
      if (typeof taken === "string") return refuse(taken);
      if (taken) return;
    }
    refuse("The relay does not know this frame");
  };

  /** Frames received while the hello's session is looked up; the socket is paused meanwhile. */
  const queued: [data: RawData, isBinary: boolean][] = [];
  let stage: "silent" | "greeting" | "greeted" = "silent";
  socket.on("message", (data: RawData, isBinary: boolean) => {
    if (stage === "greeted") return void attempt(() => receive(data, isBinary));
    if (stage === "greeting") return void queued.push([data, isBinary]);
    stage = "greeting";
    socket.pause();
    void attempt(async () => {
      await handleHello(isBinary ? undefined : decodePageMessage(`${data}`));
      stage = "greeted";
      for (const frame of queued.splice(0)) receive(...frame);
      socket.resume();
    });
  });

  socket.once("close", () => {
    clearTimeout(helloTimeout);
    void attempt(leave);
  });

  return { isBusy: () => handlers?.some((handler) => handler.isBusy?.()) ?? false };
}
