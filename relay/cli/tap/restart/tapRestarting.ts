/** A tap that starts its stdio server anew behind the client, when files change or it is told to. */
import type { TapArguments } from "../../arguments/tapArguments.ts";
import type { Terminal } from "../../terminal.ts";
import { connectClient, type StdioTap, startServer } from "../tapStdio.ts";
import { createRestartableServer } from "./restartableServer.ts";
import type { RestartableServer } from "./restartOptions.ts";
import { restartReports, restartTriggers } from "./restartReports.ts";

/** Starts the server; this process ends as it does, once the client has gone. */
export async function tapRestarting(
  target: StdioTap,
  {
    name,
    otlp,
    watch,
  }: Pick<TapArguments, "name" | "otlp"> & {
    readonly watch: NonNullable<TapArguments["watch"]>;
  },
  terminal: Terminal,
): Promise<void> {
  const triggers = restartTriggers(watch, terminal);
  let server: RestartableServer | undefined;
  const client = connectClient({ name, otlp, server: target, restarts: true }, () =>
    server?.restart(),
  );
  const { copies, log, tell } = client;
  server = createRestartableServer({
    start: () => startServer(target),
    ...triggers.build,
    tell,
    note: log,
    ...restartReports(copies, terminal),
  });
  client.connect(server);
  server.onEnd(({ code, signal }) => client.finish(code, signal));
  await triggers.watch(target, () => server?.restart());
}
