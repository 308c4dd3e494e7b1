/** Runs the relay for a person at a terminal. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { encodeSession } from "../shared/share/link.ts";
import { recordingFormat, withoutSecrets } from "../shared/share/recording.ts";
import { help, readArguments } from "./arguments.ts";
import { isTaken } from "./listen.ts";
import { hasDisplay, openBrowser } from "./openBrowser.ts";
import { createRelay, type Relay, usualPort } from "./server.ts";
import { openStore } from "./store/openStore.ts";
import { packageRoot, version } from "./thisPackage.ts";

/** Does what the arguments ask for; ends the process with 1 or 2 where that cannot be. */
export async function run(argv: readonly string[]): Promise<void> {
  const wanted = readArguments(argv);
  switch (wanted.kind) {
    case "help":
      return void process.stdout.write(help);
    case "version":
      return console.log(version);
    case "wrong":
      return fail(wanted.reason, 2);
  }

  const pageDir = join(packageRoot, "dist", "page");
  if (!existsSync(join(pageDir, "index.html"))) {
    return fail("The page is not built yet: run `npm run build` first.");
  }
  const { port } = wanted;
  let relay: Relay;
  try {
    const say = (sentence: string) => console.log(sentence);
    const store = await openStore(undefined, say);
    relay = await createRelay({ pageDir, store, say, ...(port === undefined ? {} : { port }) });
  } catch (error) {
    return fail(whyNoPort(error, port));
  }

  if (port === undefined && relay.port !== usualPort) {
    console.log(
      `Port ${usualPort} is taken, so this is port ${relay.port}. What the page saves belongs to its port.`,
    );
  }
  let { server } = wanted;
  if (server?.kind === "http") {
    const url = withoutSecrets(server.url);
    if (url !== new URL(server.url).href) {
      console.log("The link leaves out the URL's user, query and fragment: add them in the page.");
    }
    server = { kind: "http", url };
  }
  const session = server && (await encodeSession({ format: recordingFormat, server }));
  const link = session ? `${relay.link}&s=${session}` : relay.link;
  console.log(`MCP Playground: ${link}`);
  const removeFile = wanted.open && hasDisplay(process.env) ? openBrowser(link) : () => {};

  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    // The second time, the signal does what it always does; the watchdog sees to the servers.
    process.once(signal, () => {
      removeFile();
      const end = signal === "SIGTERM" ? relay.drain() : relay.close();
      void end.then(() => process.exit(0));
    });
  }
}

function whyNoPort(error: unknown, port: number | undefined): string {
  if (isTaken(error)) return `Port ${port ?? usualPort} is taken by another program.`;
  const { code } = error as NodeJS.ErrnoException;
  if (code === "EACCES") return `This user may not listen on port ${port}.`;
  return `The relay could not start: ${(error as Error).message}`;
}

function fail(reason: string, exitCode = 1): void {
  console.error(`mcp-playground: ${reason}`);
  process.exitCode = exitCode;
}
