/** A tap that starts its stdio server anew behind the client, when files change or it is told to. */
import { systemClock } from "../../../../shared/core/clock.ts";
import type { TapArguments } from "../../arguments/tapArguments.ts";
import type { Terminal } from "../../terminal.ts";
import { connectClient, type StdioTap, startServer } from "../tapStdio.ts";
import { createBuildLoop } from "./buildLoop.ts";
import { createRestartableServer } from "./restartableServer.ts";
import type { RestartableServer } from "./restartOptions.ts";
import { runBuild, watchServer } from "./restartTriggers.ts";

/** Items of a changed list that are recorded by name. */
const maxChanges = 100;

/** Starts the server; this process ends as it does, once the client has gone. */
export async function tapRestarting(
  target: StdioTap,
  {
    name,
    watch,
  }: { readonly name: string | undefined; readonly watch: NonNullable<TapArguments["watch"]> },
  terminal: Terminal,
): Promise<void> {
  const { paths, build } = watch;
  const loop = createBuildLoop(systemClock);
  let server: RestartableServer | undefined;
  const client = connectClient({ name, server: target, restarts: true }, () => server?.restart());
  const { copies, log, tell } = client;
  server = createRestartableServer({
    start: () => startServer(target),
    ...(build === undefined
      ? {}
      : {
          build() {
            const ended = loop.begin();
            return runBuild(build).finally(ended);
          },
        }),
    tell,
    note: log,
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
  });
  client.connect(server);
  server.onEnd(({ code, signal }) => client.finish(code, signal));
  const refusal = await watchServer(target, paths, ([first = ""]) => {
    if (!loop.isOwnChange()) return server.restart();
    terminal.printError(
      `The build changes files that are watched (${first}), so it is not repeated: name only its sources, such as --watch src.`,
    );
  });
  if (refusal !== undefined) terminal.printError(`Nothing is watched: ${refusal}.`);
}
