/** One page's WebSocket: hello first, then frames to and from its servers. */
import type { RawData, WebSocket } from "ws";
import { decodeChunk } from "../shared/relay/chunk.ts";
import {
  closeCodes,
  decodePageMessage,
  encodeMessage,
  type PageMessage,
  wireVersion,
} from "../shared/relay/wire.ts";
import type { Limits } from "./limits.ts";
import type { Pairing } from "./pairing.ts";
import type { Servers } from "./servers.ts";
import type { Served } from "./sockets.ts";
import type { Viewer } from "./stdio.ts";

export interface SocketOptions {
  readonly pairing: Pairing;
  readonly servers: Servers;
  readonly limits: Limits;
  readonly version: string;
}

/** Serves a socket that the guard has let in. */
export function serveSocket(socket: WebSocket, options: SocketOptions): Served {
  const { pairing, servers, limits, version } = options;
  let session: string | undefined;

  const viewer: Viewer = {
    tell: (message) => socket.send(encodeMessage(message)),
    carry: (frame) => socket.send(frame),
  };

  const impatience = setTimeout(() => {
    socket.close(closeCodes.notPaired, "No hello came in time");
  }, limits.helloMs);

  const greet = async (message: PageMessage | undefined) => {
    if (message?.kind !== "hello") {
      return socket.close(closeCodes.notPaired, "The first message has to be a hello");
    }
    if (message.wire !== wireVersion) {
      return socket.close(
        closeCodes.wrongVersion,
        `This relay speaks version ${wireVersion}, the page ${message.wire}: reload the page`,
      );
    }
    const known = await pairing.knows(message.session).catch(() => undefined);
    if (known === undefined) return socket.close(1013, "The relay's store does not answer");
    if (!known) {
      return socket.close(
        closeCodes.notPaired,
        "The relay was restarted: open the link that it has printed",
      );
    }
    clearTimeout(impatience);
    session = message.session;
    viewer.tell({ kind: "welcome", version, keepMs: limits.keepMs });
  };

  const refuse = (reason: string) => socket.close(closeCodes.badFrame, reason);

  const obey = (from: string, message: PageMessage | undefined) => {
    switch (message?.kind) {
      case "start":
        return void servers.start(from, viewer, message);
      case "attach":
        return servers.attach(from, viewer, message);
      case "credit":
        return servers.attachedTo(viewer, message.id)?.credit(message.seen, message.until);
      case "stop":
        return servers.stop(viewer, message.id);
      default:
        return refuse("This message is not one that the relay knows");
    }
  };

  const receive = (data: RawData, isBinary: boolean) => {
    if (session === undefined || socket.readyState !== socket.OPEN) return;
    const bytes = data as Buffer;
    if (!isBinary) return obey(session, decodePageMessage(`${bytes}`));
    const chunk = decodeChunk(bytes);
    if (chunk?.channel !== "stdin") return refuse("This frame is not one that the relay knows");
    const server = servers.attachedTo(viewer, chunk.id);
    if (server && !server.write(chunk.offset, chunk.bytes)) {
      refuse("Standard input came out of order, or more of it than may wait");
    }
  };

  /** What came right behind the hello, while its session is looked up; no more is read meanwhile. */
  const early: [data: RawData, isBinary: boolean][] = [];
  let stage: "silent" | "greeting" | "greeted" = "silent";
  socket.on("message", (data: RawData, isBinary: boolean) => {
    if (stage === "greeted") return receive(data, isBinary);
    if (stage === "greeting") return void early.push([data, isBinary]);
    stage = "greeting";
    socket.pause();
    void greet(isBinary ? undefined : decodePageMessage(`${data}`)).then(() => {
      stage = "greeted";
      for (const frame of early.splice(0)) receive(...frame);
      socket.resume();
    });
  });

  socket.on("error", () => {});
  socket.once("close", () => {
    clearTimeout(impatience);
    servers.leave(viewer);
  });

  // processes end with the relay, waited for or not
  return { isBusy: () => false };
}
