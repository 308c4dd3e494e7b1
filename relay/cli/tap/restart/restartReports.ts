/** Says how restarts end, and what starts them: files that change, and builds that change them again. */
import { systemClock } from "../../../../shared/core/clock.ts";
import type { Terminal } from "../../terminal.ts";
import type { Copies } from "../copies.ts";
import { createBuildLoop } from "./buildLoop.ts";
import type { RestartableOptions } from "./restartOptions.ts";
import { runBuild, type WatchedServer, watchServer } from "./restartTriggers.ts";

/** Items of a changed list that are recorded by name. */
const maxChanges = 100;

/** Records restarts, and prints a line about each. */
export function restartReports(
  copies: Copies,
  terminal: Terminal,
): Pick<RestartableOptions, "onProcess" | "onRestart" | "onDown"> {
  return {
    onProcess: (pid, state) => copies.addFact({ kind: `process-${state}`, pid }),
    onRestart(outcome) {
      if (outcome.kind === "failed") {
        const { reason, isRunning } = outcome;
        copies.addFact({ kind: "not-restarted", reason, isRunning });
        const rest = isRunning ? " The former process goes on." : "";
        return terminal.printError(`The server was not restarted. ${reason}${rest}`);
      }
      const { pid = 0, ms, changes } = outcome;
      copies.addFact({ kind: "restarted", pid, ms, changes: changes.slice(0, maxChanges) });
      const names = changes.map(({ name, change }) => `${name} ${change}`).join(", ");
      const what = changes.length > 0 ? `: ${names}` : "";
      terminal.printError(`The server was restarted in ${Math.round(ms)} ms${what}.`);
    },
    onDown(reason) {
      copies.addFact({ kind: "not-restarted", reason, isRunning: false });
      terminal.printError(`${reason} It is started again when a file changes.`);
    },
  };
}

/** What a tap watches, and runs before a restart. */
export interface RestartWish {
  readonly paths: readonly string[];
  readonly build: string | undefined;
}

/** The build as restarts run it, and the watch that starts them. */
export function restartTriggers({ paths, build }: RestartWish, terminal: Terminal) {
  const loop = createBuildLoop(systemClock);
  return {
    build:
      build === undefined
        ? {}
        : {
            build() {
              const ended = loop.begin();
              return runBuild(build).finally(ended);
            },
          },
    async watch(server: WatchedServer, restart: () => void): Promise<void> {
      const refusal = await watchServer(server, paths, ([first = ""]) => {
        if (!loop.isOwnChange()) return restart();
        terminal.printError(
          `The build changes files that are watched (${first}), so it is not repeated: name only its sources, such as --watch src.`,
        );
      });
      if (refusal !== undefined) terminal.printError(`Nothing is watched: ${refusal}.`);
    },
  };
}
