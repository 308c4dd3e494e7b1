/** Serves a page with watching: the files of a command that it runs, or the port of a local server. */
import type { ProcessId } from "../../shared/relay/frames/processId.ts";
import type { WatchRequest } from "../../shared/relay/frames/watchFrames.ts";
import type { Limits } from "../limits.ts";
import type { FrameService, Page } from "../ws/service.ts";
import { ownFiles } from "./ownFiles.ts";
import { type WatchRefusal, watchFiles } from "./watchFiles.ts";
import { watchPort } from "./watchPort.ts";

interface Watch {
  /** Undefined while it is being set up. */
  stop: (() => void) | undefined;
}

/** How many changed paths are named. */
const named = 20;

/** Watching as a subject of sockets; it ends with the page. */
export function createWatchService(
  limits: Limits,
  options: { readonly stdio: boolean },
): FrameService {
  return (page) => {
    const watches = new Map<ProcessId, Watch>();

    const forget = (id: ProcessId) => {
      watches.get(id)?.stop?.();
      watches.delete(id);
    };

    /** Set-ups that are under way, of withdrawn watches as well: each searches directories. */
    let starting = 0;

    const begin = async (id: ProcessId, wish: WatchRequest) => {
      const refuse = (refusal: WatchRefusal) => {
        forget(id);
        page.tell({ kind: "not-watched", id, ...refusal });
      };
      forget(id);
      if (!options.stdio) {
        const reason = "This relay starts no commands, and watches none";
        return refuse({ code: "off", reason });
      }
      const active = Math.max(watches.size, starting);
      if (active >= limits.watchesPerPage) {
        const reason = `This page watches ${active} servers, the most that the relay allows`;
        return refuse({ code: "too-many-watches", reason });
      }
      const watch: Watch = { stop: undefined };
      watches.set(id, watch);
      starting++;
      const begun = await beginWatch(page, id, wish, limits).finally(() => starting--);
      const isWanted = watches.get(id) === watch;
      if ("code" in begun) {
        if (isWanted) refuse(begun);
        return;
      }
      if (!isWanted) return begun.stop();
      watch.stop = begun.stop;
      page.tell({ kind: "watching", id, ...begun.facts });
    };

    return {
      message(message) {
        if (message.kind === "watch") page.run(() => begin(message.id, message.wish));
        else if (message.kind === "unwatch") forget(message.id);
        else return false;
        return true;
      },
      leave() {
        for (const id of [...watches.keys()]) forget(id);
      },
    };
  };
}

interface Begun {
  readonly stop: () => void;
  readonly facts: {
    readonly directory: string;
    readonly paths: readonly string[];
    readonly files: number;
  };
}

/** What cannot be set up for a reason that nobody expected is refused like the rest. */
async function beginWatch(
  page: Page,
  id: ProcessId,
  wish: WatchRequest,
  limits: Limits,
): Promise<Begun | WatchRefusal> {
  try {
    return wish.kind === "port"
      ? beginPort(page, id, wish)
      : await beginFiles(page, id, wish, limits);
  } catch (error) {
    return { code: "failed", reason: `It cannot be watched: ${(error as Error).message}` };
  }
}

function beginPort(
  page: Page,
  id: ProcessId,
  { host, port }: Extract<WatchRequest, { kind: "port" }>,
): Begun | WatchRefusal {
  if (!/^(localhost|127(\.\d{1,3}){3}|::1)$/.test(host)) {
    const reason = `Only servers on this machine are waited for, and ${host} is not`;
    return { code: "not-local", reason };
  }
  const watch = watchPort(host, port, () => page.tell({ kind: "port-is-back", id }));
  return { stop: watch.close, facts: { directory: "", paths: [], files: 0 } };
}

async function beginFiles(
  page: Page,
  id: ProcessId,
  wish: Extract<WatchRequest, { kind: "files" }>,
  limits: Limits,
): Promise<Begun | WatchRefusal> {
  const isGuess = wish.paths.length === 0;
  const paths = isGuess ? await ownFiles(wish) : wish.paths;
  if (paths.length === 0) {
    const reason =
      "This command has no files of its own here, such as a script: name what is to be watched";
    return { code: "no-own-files", reason };
  }
  const [only = "", ...others] = paths;
  // nobody thinks of files from where the relay happens to run
  const directory = wish.cwd ?? (isGuess && others.length === 0 ? only : process.cwd());
  const watch = await watchFiles({
    directory,
    paths,
    ignored: wish.ignored,
    sourcesOnly: isGuess,
    limits,
    onChange: (changed) =>
      page.tell({
        kind: "changed",
        id,
        paths: changed.slice(0, named),
        more: Math.max(0, changed.length - named),
      }),
  });
  if ("code" in watch) return watch;
  return { stop: () => void watch.close(), facts: { directory, paths, files: watch.files } };
}
