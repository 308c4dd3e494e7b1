/** An in-process relay link, with which `check` starts servers by the same code as the page. */
import { systemClock } from "../../../shared/core/clock.ts";
import type { ConnectSocket } from "../../../shared/relay/client/browserSocket.ts";
import { createRelayLink, type RelayLink } from "../../../shared/relay/client/relayLink.ts";
import { decodeChunk } from "../../../shared/relay/frames/chunk.ts";
import { decodePageMessage, encodeMessage } from "../../../shared/relay/frames/frames.ts";
import { createProcessService } from "../../processes/processService.ts";
import { createServerProcesses } from "../../processes/servers.ts";
import { defaultLimits } from "../../relayLimits.ts";
import { version } from "../../thisPackage.ts";
import type { FrameHandler, Page } from "../../ws/frameService.ts";

export interface LocalLink {
  readonly link: RelayLink;
  /** Stops the started servers. */
  close(): Promise<void>;
}

/** Many servers do not end when their standard input does; a command should not wait for that long. */
const inputWaitMs = 200;

/** Creates a link without a network socket. */
export function createLocalLink(): LocalLink {
  const servers = createServerProcesses(defaultLimits, { stdio: true, inputWaitMs });
  const connect: ConnectSocket = (handlers) => {
    const page: Page = {
      session: "",
      wantsTimes: true,
      sendMessage: (message) => queueMicrotask(() => handlers.received(encodeMessage(message))),
      sendFrame: (frame) => queueMicrotask(() => handlers.received(frame)),
      run: (work) => void work(),
    };
    const handler: FrameHandler = createProcessService(servers)(page);
    queueMicrotask(handlers.opened);
    return {
      send(frame) {
        if (typeof frame !== "string") {
          const chunk = decodeChunk(frame);
          return void (chunk && handler.chunk?.(chunk));
        }
        const message = decodePageMessage(frame);
        if (message?.kind === "hello") {
          const { keepMs } = defaultLimits;
          return page.sendMessage({
            kind: "welcome",
            version,
            keepMs,
            stdio: true,
            forward: "off",
          });
        }
        if (message?.kind === "ping") return page.sendMessage({ kind: "pong" });
        if (message) handler.message(message);
      },
      close() {
        handler.leave();
        queueMicrotask(() => handlers.closed(1000, ""));
      },
    };
  };
  const link = createRelayLink({ connect, session: "", clock: systemClock });
  return {
    link,
    async close() {
      link.close();
      await servers.close();
    },
  };
}
