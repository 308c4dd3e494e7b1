/** The program without a command: serves the page until it is told to end. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { formatCommandLine } from "../../../shared/config/commandLine.ts";
import {
  type ConfigProblem,
  type Configuration,
  commandLineSource,
} from "../../../shared/config/configured.ts";
import { type ProcessCommand, shownWords } from "../../../shared/relay/frames/processFrames.ts";
import type { NamedServer } from "../../config/serverList.ts";
import { createServerList, type ServerList } from "../../config/serverList.ts";
import { readDeviceKey } from "../../http/deviceKey.ts";
import { isPortInUse } from "../../http/listen.ts";
import type { Logger } from "../../logger.ts";
import { OptionError, resolveOptions } from "../../relayOptions.ts";
import { createRelay, type Relay, usualPort } from "../../server.ts";
import { dataFolder, openStore } from "../../store/openStore.ts";
import type { Store } from "../../store/store.ts";
import { packageRoot } from "../../thisPackage.ts";
import { describeUncaught, surviveUncaughtErrors } from "../../uncaughtErrors.ts";
import type { Flags } from "../flags.ts";
import { hasDisplay, openBrowser } from "../openBrowser.ts";
import { escapeForTerminal, fail, printError, say, styled } from "../terminal.ts";
import { onTerminalLine } from "../terminalInput.ts";

export interface Serving {
  /** The server to have ready. */
  readonly server?: NamedServer | undefined;
  readonly flags: Flags;
  /** The value of the link's `s`: a session to show. */
  readonly session?: string;
}

/** Starts a relay, prints its link and opens it; fails in one sentence. */
export async function serve({ server, flags, session }: Serving): Promise<void> {
  const pageDir = join(packageRoot, "dist", "page");
  if (!existsSync(join(pageDir, "index.html"))) {
    return fail("The page is not built yet: run `npm run build` first.");
  }
  const list = createServerList(server, flags.config);
  let store: Store | undefined;
  let relay: Relay;
  try {
    const options = {
      ...optionsOf(flags),
      ...(list ? { servers: list } : {}),
      pageDir,
      say,
      // what other people start is not this terminal's business
      ...(flags.publicUrl === undefined ? { onStart: tellStart } : {}),
    };
    // what is unsafe is refused before anything is opened
    resolveOptions(options);
    store = await openStore(flags.store, say);
    const { logger } = await loggerOf(flags);
    relay = await createRelay({
      ...options,
      ...deviceKeyOf(flags),
      store,
      ...(logger ? { logger } : {}),
    });
    surviveUncaughtErrors((facts) => {
      if (logger) logger.error("uncaught", facts);
      else
        printError(
          `An error inside the relay was not handled (${escapeForTerminal(describeUncaught(facts))}). The relay keeps serving; please report this.`,
        );
    });
  } catch (error) {
    await Promise.all([store?.close(), list?.close()]);
    if (error instanceof OptionError) return fail(error.message, 2);
    return fail(describeStartError(error, flags));
  }

  if (flags.port === undefined && relay.port !== usualPort) {
    say(
      `Port ${usualPort} is taken, so this is port ${relay.port}. What the page saves belongs to its port.`,
    );
  }
  const createLink = () => {
    const link = relay.createLink();
    return session ? `${link}${link.includes("#") ? "&" : "#"}s=${session}` : link;
  };
  // without colours, whoever asks for them: programs take the link from here
  const sayLink = (link: string) => say(`MCP Playground: ${link}`);
  const first = createLink();
  sayLink(first);
  if (list) tellServers(list);
  const removeFile =
    flags.open && hasDisplay(process.env) ? await openBrowser(createLink()) : () => {};

  // a public relay has one link for everybody
  const isLinkForOne = flags.publicUrl === undefined && first.includes("#k=");
  const readLine = (line: string) => {
    if (/^\s*l\s*$/i.test(line)) sayLink(createLink());
  };
  if (isLinkForOne && onTerminalLine(readLine)) {
    say(styled("dim", "A link lets in one page, once. Press L and Enter for another one."));
  }

  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    // The second time, the signal does what it always does; the watchdog sees to the servers.
    process.once(signal, () => {
      removeFile();
      const end = signal === "SIGTERM" ? relay.drain() : relay.close();
      void Promise.all([end, list?.close()]).then(() => process.exit(0));
    });
  }
}

/** The flags in the relay's own words. */
function optionsOf(flags: Flags) {
  const { port, host, publicUrl, allowOrigin, trustProxy, forward, stdio, blobs, metrics, limits } =
    flags;
  return {
    allowOrigins: allowOrigin,
    limits,
    ...(port === undefined ? {} : { port }),
    ...(host === undefined ? {} : { host }),
    ...(publicUrl === undefined ? {} : { publicUrl }),
    ...(trustProxy === undefined ? {} : { trustProxy }),
    ...(forward === undefined ? {} : { forward }),
    ...(stdio === undefined ? {} : { stdio }),
    ...(blobs === undefined ? {} : { blobs }),
    ...(metrics === undefined ? {} : { metrics }),
  };
}

/** Many serve a public address, and its port is nobody else's: there, the page's own half has to do. */
function deviceKeyOf({ publicUrl, store }: Flags): { deviceKey?: Uint8Array } {
  if (publicUrl !== undefined) return {};
  try {
    return { deviceKey: readDeviceKey(dataFolder(store)) };
  } catch (error) {
    say(
      `The key file cannot be used (${(error as Error).message}), so what the page remembers on this device is sealed by the browser alone.`,
    );
    return {};
  }
}

/** At a terminal the words on standard output are enough. */
async function loggerOf({ logFormat, logLevel }: Flags): Promise<{ logger?: Logger }> {
  if (logFormat === "text" || logLevel === "silent") return {};
  const { createJsonLogger } = await import("../pinoLogger.ts");
  return { logger: await createJsonLogger(logLevel) };
}

function tellStart(started: ProcessCommand): void {
  const [program = "", ...args] = shownWords(started);
  say(`${styled("dim", "Starting:")} ${escapeForTerminal(formatCommandLine(program, args))}`);
}

/** Lists the servers now and after each change. */
function tellServers(list: ServerList): void {
  const tell = ({ servers, problems }: Configuration) => {
    // what stands on the command line need not be said again
    const fromFiles = servers.filter(({ source }) => source !== commandLineSource);
    const names = fromFiles.map(({ name }) => escapeForTerminal(name));
    if (names.length > 0) say(`${styled("dim", "Ready to connect:")} ${names.join(", ")}`);
    for (const problem of problems)
      say(`${styled("yellow", placeOf(problem))} ${escapeForTerminal(problem.words)}`);
  };
  tell(list.current());
  list.subscribe(() => {
    say(styled("dim", "The configuration was read again."));
    tell(list.current());
  });
}

function placeOf({ source, line, column }: ConfigProblem): string {
  return `${escapeForTerminal(source)}:${line === undefined ? "" : `${line}:${column}:`}`;
}

function describeStartError(error: unknown, { port, host }: Flags): string {
  const where = port ?? usualPort;
  if (isPortInUse(error)) return `Port ${where} is in use by another program.`;
  switch ((error as NodeJS.ErrnoException).code) {
    case "EACCES":
      return `This user may not listen on port ${where}.`;
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
      return `This machine has no address ${host}.`;
    default:
      return `The relay could not start: ${(error as Error).message}`;
  }
}
