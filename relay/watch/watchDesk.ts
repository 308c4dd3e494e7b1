/** Serves a page with watching: the files of a command that it runs, or the port of a local server. */
import type { ProcessId } from "../../shared/relay/processId.ts";
import type { WatchWish } from "../../shared/relay/watchWire.ts";
import type { Limits } from "../limits.ts";
import type { Page, Subject } from "../subject.ts";
import { ownFiles } from "./ownFiles.ts";
import { watchFiles } from "./watchFiles.ts";
import { watchPort } from "./watchPort.ts";

interface Watch {
  /** Undefined while it is being set up. */
  stop: (() => void) | undefined;
}

/** How many changed paths are named. */
const named = 20;

/** Watching as a subject of sockets; it ends with the page. */
export function createWatchSubject(limits: Limits, options: { readonly stdio: boolean }): Subject {
  return (page) => {
    const watches = new Map<ProcessId, Watch>();

    const forget = (id: ProcessId) => {
      watches.get(id)?.stop?.();
      watches.delete(id);
    };

    const begin = async (id: ProcessId, wish: WatchWish) => {
      const refuse = (reason: string) => {
        forget(id);
        page.tell({ kind: "not-watched", id, reason });
      };
      forget(id);
      if (!options.stdio) return refuse("This relay starts no commands, and watches none");
      if (watches.size >= limits.watchesPerPage) {
        return refuse(`This page watches ${watches.size} servers, the most that the relay allows`);
      }
      const watch: Watch = { stop: undefined };
      watches.set(id, watch);
      const begun =
        wish.kind === "port" ? beginPort(page, id, wish) : await beginFiles(page, id, wish, limits);
      const isWanted = watches.get(id) === watch;
      if (typeof begun === "string") {
        if (isWanted) refuse(begun);
        return;
      }
      if (!isWanted) return begun.stop();
      watch.stop = begun.stop;
      page.tell({ kind: "watching", id, ...begun.facts });
    };

    return {
      message(message) {
        if (message.kind === "watch") void begin(message.id, message.wish);
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

function beginPort(
  page: Page,
  id: ProcessId,
  { host, port }: Extract<WatchWish, { kind: "port" }>,
): Begun | string {
  if (!/^(localhost|127(\.\d+){3}|::1)$/.test(host)) {
    return `Only servers on this machine are waited for, and ${host} is not`;
  }
  const watch = watchPort(host, port, () => page.tell({ kind: "port-is-back", id }));
  return { stop: watch.close, facts: { directory: "", paths: [], files: 0 } };
}

async function beginFiles(
  page: Page,
  id: ProcessId,
  wish: Extract<WatchWish, { kind: "files" }>,
  limits: Limits,
): Promise<Begun | string> {
  const isGuess = wish.paths.length === 0;
  const paths = isGuess ? await ownFiles(wish) : wish.paths;
  if (paths.length === 0) {
    return "This command has no files of its own here, such as a script: name what is to be watched";
  }
  const [only = "", ...others] = paths;
  // nobody thinks of files from where the relay happens to run
  const directory = wish.cwd ?? (isGuess && others.length === 0 ? only : process.cwd());
  const watch = await watchFiles({
    directory,
    paths,
    ignored: wish.ignored,
    sourcesOnly: isGuess,
    maximumFiles: limits.watchedFiles,
    onChange: (changed) =>
      page.tell({
        kind: "changed",
        id,
        paths: changed.slice(0, named),
        more: Math.max(0, changed.length - named),
      }),
  });
  if (typeof watch === "string") return watch;
  return { stop: () => void watch.close(), facts: { directory, paths, files: watch.files } };
}
