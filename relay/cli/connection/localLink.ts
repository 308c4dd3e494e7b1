/** In-process relay links, with which commands use processes and requests by the same code as the page. */
import { systemClock } from "../../../shared/core/clock.ts";
import { isPrivateHost } from "../../../shared/core/text/addresses.ts";
import type { ConnectSocket } from "../../../shared/relay/client/browserSocket.ts";
import { createRelayFetch } from "../../../shared/relay/client/relayFetch.ts";
import { createRelayLink, type RelayLink } from "../../../shared/relay/client/relayLink.ts";
import { decodeChunk } from "../../../shared/relay/frames/chunk.ts";
import { decodePageMessage, encodeMessage } from "../../../shared/relay/frames/frames.ts";
import { createStreamId } from "../../../shared/relay/frames/streamId.ts";
import { createCounters } from "../../counters.ts";
import { type AddressMode, addressRefusal, type Lookup } from "../../forward/addressPolicy.ts";
import { lookupBySystem } from "../../forward/connect.ts";
import { createForwardService } from "../../forward/forwardService.ts";
import { silentLogger } from "../../logger.ts";
import { createProcessService } from "../../processes/processService.ts";
import { createServerProcesses } from "../../processes/servers.ts";
import { defaultLimits } from "../../relayLimits.ts";
import { version } from "../../thisPackage.ts";
import type { FrameHandler, FrameService, Page } from "../../ws/frameService.ts";

export interface LocalLink {
  readonly link: RelayLink;
  /** Stops the started servers. */
  close(): Promise<void>;
}

/** Many servers do not end when their standard input does; a command should not wait for that long. */
const inputWaitMs = 200;

/** Creates a link that starts commands. */
export function createLocalLink(): LocalLink {
  const servers = createServerProcesses(defaultLimits, {
    stdio: true,
    inputWaitMs,
    owner: "user",
  });
  const link = linkTo(createProcessService(servers), { stdio: true, forward: "off" });
  return {
    link,
    async close() {
      link.close();
      await servers.close();
    },
  };
}

interface LocalFetch {
  readonly fetch: typeof globalThis.fetch;
  close(): void;
}

/**
 * Creates the ways to fetch from a server, and from what it names. Both see every header and name
 * the cause of a failure, as the page has it over a relay. Their errors are of the class
 * `FailureError`.
 */
export function createLocalFetches(
  { hostname }: URL,
  lookup: Lookup = lookupBySystem,
): LocalFetch & { readonly namedFetch: typeof globalThis.fetch } {
  const own = createLocalFetch("private", lookup);
  let named: LocalFetch | undefined;
  return {
    fetch: own.fetch,
    async namedFetch(input, init) {
      // a public server must not lead into the network of the user, whatever its names resolve to
      named ??= (await isOnlyPrivate(hostname, lookup)) ? own : createLocalFetch("public", lookup);
      return named.fetch(input, init);
    },
    close() {
      own.close();
      named?.close();
    },
  };
}

async function isOnlyPrivate(hostname: string, lookup: Lookup): Promise<boolean> {
  if (isPrivateHost(hostname)) return true;
  const addresses = await lookup(hostname).catch(() => []);
  const isPublic = (address: string) => addressRefusal(address, "public") === undefined;
  return addresses.length > 0 && !addresses.some(isPublic);
}

function createLocalFetch(forward: AddressMode, lookup: Lookup): LocalFetch {
  const service = createForwardService({
    forward,
    lookup,
    limits: defaultLimits,
    counters: createCounters(),
    logger: silentLogger,
  });
  const link = linkTo(service, { stdio: false, forward });
  const fetch = createRelayFetch({
    link: async () => link,
    newId: () => createStreamId((bytes) => crypto.getRandomValues(bytes)),
    agree: async (origin) => ({ origin }),
  });
  return { fetch, close: link.close };
}

/** Creates a link to a service of this process, without a network socket. */
function linkTo(
  createService: FrameService,
  abilities: { readonly stdio: boolean; readonly forward: AddressMode | "off" },
): RelayLink {
  const connect: ConnectSocket = (handlers) => {
    const page: Page = {
      session: "",
      person: undefined,
      wantsTimes: true,
      sendMessage: (message) => queueMicrotask(() => handlers.received(encodeMessage(message))),
      sendFrame: (frame) => queueMicrotask(() => handlers.received(frame)),
      run: (work) => void work(),
    };
    const handler: FrameHandler = createService(page);
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
          return page.sendMessage({ kind: "welcome", version, keepMs, ...abilities });
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
  return createRelayLink({ connect, session: "", clock: systemClock });
}
