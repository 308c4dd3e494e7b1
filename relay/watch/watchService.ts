/** Handles a page's requests to watch the files of a command, or the port of a local server. */
import { connect, type Socket } from "node:net";
import { errorMessage } from "../../shared/core/text/errorMessage.ts";
import type { StreamId } from "../../shared/relay/frames/streamId.ts";
import type { WatchRequest } from "../../shared/relay/frames/watchFrames.ts";
import type { RelayLimits } from "../relayLimits.ts";
import type { FrameService, Page } from "../ws/frameService.ts";
import { commandFiles } from "./commandFiles.ts";
import { type WatchRefusal, watchFiles } from "./watchFiles.ts";

interface PortWatch {
  close(): void;
}

/** Milliseconds between attempts to connect while no server listens. */
const retryMs = 200;

/**
 * Keeps an idle connection open. When it closes, the server probably went away; this is detected
 * immediately, without requests that would appear in the server's log.
 * @param onGone called each time it stops listening
 * @param onBack called each time a server listens again
 */
function watchPort(
  { host, port }: Extract<WatchRequest, { kind: "port" }>,
  onGone: () => unknown,
  onBack: () => void,
): PortWatch {
  let socket: Socket | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  let wasGone = false;

  const connectAgain = () => {
    let isConnected = false;
    const mine = connect({ host, port });
    socket = mine;
    mine.on("error", () => {});
    mine.on("connect", () => {
      isConnected = true;
      if (wasGone) onBack();
      wasGone = false;
    });
    mine.resume();
    mine.once("close", () => {
      if (isOver) return;
      // Servers close idle connections: the server has stopped only if connecting again fails.
      if (!isConnected && !wasGone) {
        wasGone = true;
        onGone();
      }
      timer = setTimeout(connectAgain, isConnected ? 0 : retryMs);
    });
  };

  connectAgain();
  return {
    close() {
      isOver = true;
      clearTimeout(timer);
      socket?.destroy();
    },
  };
}

interface Watch {
  /** Undefined while the watch is being set up. */
  stop: (() => void) | undefined;
}

/** How many changed paths are reported by name. */
const maximumNamedPaths = 20;

/** Creates the service; watches end with the page's socket. */
export function createWatchService(
  limits: RelayLimits,
  options: { readonly stdio: boolean },
): FrameService {
  return (page) => {
    const watches = new Map<StreamId, Watch>();

    const remove = (id: StreamId) => {
      watches.get(id)?.stop?.();
      watches.delete(id);
    };

    /** Watches being set up, including cancelled ones, because each searches directories. */
    let starting = 0;

    const startWatch = async (id: StreamId, request: WatchRequest) => {
      const refuse = (refusal: WatchRefusal) => {
        remove(id);
        page.sendMessage({ kind: "not-watched", id, ...refusal });
      };
      remove(id);
      if (!options.stdio) {
        const reason = "This relay does not start or watch commands";
        return refuse({ code: "off", reason });
      }
      const active = Math.max(watches.size, starting);
      if (active >= limits.watchesPerPage) {
        const reason = `This page watches as many servers as the relay allows (${active})`;
        return refuse({ code: "too-many-watches", reason });
      }
      const watch: Watch = { stop: undefined };
      watches.set(id, watch);
      starting++;
      const started = await startAny(page, id, request, limits).finally(() => starting--);
      const isWanted = watches.get(id) === watch;
      if ("code" in started) {
        if (isWanted) refuse(started);
        return;
      }
      if (!isWanted) return started.stop();
      watch.stop = started.stop;
      page.sendMessage({ kind: "watching", id, ...started.facts });
    };

    return {
      message(message) {
        if (message.kind === "watch") page.run(() => startWatch(message.id, message.request));
        else if (message.kind === "unwatch") remove(message.id);
        else return false;
        return true;
      },
      leave() {
        for (const id of [...watches.keys()]) remove(id);
      },
    };
  };
}

interface StartedWatch {
  readonly stop: () => void;
  readonly facts: {
    readonly directory: string;
    readonly paths: readonly string[];
    readonly files: number;
  };
}

/** Starts a watch of either kind; unexpected errors become refusals. */
async function startAny(
  page: Page,
  id: StreamId,
  request: WatchRequest,
  limits: RelayLimits,
): Promise<StartedWatch | WatchRefusal> {
  try {
    return request.kind === "port"
      ? startPortWatch(page, id, request)
      : await startFileWatch(page, id, request, limits);
  } catch (error) {
    return { code: "failed", reason: `It cannot be watched: ${errorMessage(error)}` };
  }
}

function startPortWatch(
  page: Page,
  id: StreamId,
  request: Extract<WatchRequest, { kind: "port" }>,
): StartedWatch | WatchRefusal {
  const { host } = request;
  if (!/^(localhost|127(\.\d{1,3}){3}|::1)$/.test(host)) {
    const reason = `Only ports of this machine can be watched, not of ${host}`;
    return { code: "not-local", reason };
  }
  const watch = watchPort(
    request,
    () => request.reportsGone && page.sendMessage({ kind: "port-is-gone", id }),
    () => page.sendMessage({ kind: "port-is-back", id }),
  );
  return { stop: watch.close, facts: { directory: "", paths: [], files: 0 } };
}

async function startFileWatch(
  page: Page,
  id: StreamId,
  request: Extract<WatchRequest, { kind: "files" }>,
  limits: RelayLimits,
): Promise<StartedWatch | WatchRefusal> {
  const isGuess = request.paths.length === 0;
  const paths = isGuess ? await commandFiles(request) : request.paths;
  if (paths.length === 0) {
    const reason = "This command has no local files such as a script: name what to watch";
    return { code: "no-own-files", reason };
  }
  const [only = "", ...others] = paths;
  // Paths relative to the relay's own directory would mean nothing to the user.
  const directory = request.cwd ?? (isGuess && others.length === 0 ? only : process.cwd());
  const watch = await watchFiles({
    directory,
    paths,
    ignored: request.ignored,
    sourcesOnly: isGuess,
    limits,
    onChange: (changed) =>
      page.sendMessage({
        kind: "changed",
        id,
        paths: changed.slice(0, maximumNamedPaths),
        more: Math.max(0, changed.length - maximumNamedPaths),
      }),
  });
  if ("code" in watch) return watch;
  return { stop: () => void watch.close(), facts: { directory, paths, files: watch.files } };
}
