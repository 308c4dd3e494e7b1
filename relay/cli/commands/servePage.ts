/** `mcp-playground` without a command: serves the page until it is stopped. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import {
  type ConfigProblem,
  type Configuration,
  commandLineSource,
} from "../../../shared/config/configured.ts";
import { errorMessage } from "../../../shared/core/text/errorMessage.ts";
import { exactLine } from "../../../shared/core/text/exactText.ts";
import { configProblemText } from "../../../shared/messages/configProblemText.ts";
import { type ProcessCommand, shownWords } from "../../../shared/relay/frames/processFrames.ts";
import { findServers } from "../../config/knownFiles.ts";
import type { NamedServer } from "../../config/serverList.ts";
import { createServerList, type ServerList } from "../../config/serverList.ts";
import { errorCode } from "../../errorCode.ts";
import { isPortInUse } from "../../http/listen.ts";
import { readDeviceKey } from "../../http/ownPageRoutes.ts";
import {
  createPageHost,
  type PageHost,
  readKeptPort,
  readPageHost,
  resolvesPageHosts,
} from "../../http/pageHosts.ts";
import type { Logger } from "../../logger.ts";
import { platform } from "../../platform.ts";
import { OptionError, resolveOptions } from "../../relayOptions.ts";
import { createRelay, type Relay, usualPort } from "../../server.ts";
import { dataFolder } from "../../store/dataFolder.ts";
import { openStore } from "../../store/openStore.ts";
import type { Store } from "../../store/store.ts";
import { tapFolderName } from "../../taps/tapLines.ts";
import { packageRoot } from "../../thisPackage.ts";
import { describeUncaught, surviveUncaughtErrors } from "../../uncaughtErrors.ts";
import { type AuditFile, openAuditFile } from "../auditFile.ts";
import { commandText } from "../commandText.ts";
import { type ExitCode, exitCodes } from "../exitCode.ts";
import { type Flags, limitsOf } from "../flags.ts";
import { hasDisplay, openBrowser } from "../openBrowser.ts";
import { findClientServers } from "../tap/install/findClientServers.ts";
import { tapCommand } from "../tap/install/installTap.ts";
import { escapeForTerminal, type Terminal } from "../terminal.ts";
import { onTerminalLine } from "../terminalInput.ts";

interface Serving {
  readonly server?: NamedServer | undefined;
  readonly flags: Flags;
  /** The value of a link's `s`: a session to open. */
  readonly session?: string;
}

/**
 * Starts a relay, prints its link and opens it; on failure, prints one sentence.
 * @returns the exit code if it could not start; undefined while it is serving
 */
export async function servePage(
  { server, flags, session }: Serving,
  terminal: Terminal,
): Promise<ExitCode | undefined> {
  const { print: say, styled } = terminal;
  const pageDir = join(packageRoot, "dist", "page");
  const list = createServerList(server, flags.config ?? []);
  let store: Store | undefined;
  let audit: AuditFile | undefined;
  let relay: Relay;
  try {
    const options = {
      ...optionsOf(flags),
      ...(list ? { servers: list } : {}),
      pageDir,
      say,
      // A public relay does not print what its users start, and does not list its own files and shows no taps.
      ...(flags.publicUrl === undefined
        ? {
            onStart: (started: ProcessCommand) => printStart(terminal, started),
            findServers: () => findServers(),
            findClients: findClientServers,
            tapWords: tapCommand(),
            tapFolder: join(dataFolder(flags.store), tapFolderName),
          }
        : {}),
    };
    // Unsafe options are refused before anything is opened.
    resolveOptions(options);
    if (!existsSync(join(pageDir, "index.html"))) {
      await list?.close();
      return terminal.fail(
        "The page is not built yet: run `npm run build` first.",
        exitCodes.couldNotRun,
      );
    }
    if (flags.audit !== undefined) audit = await openAuditFile(flags.audit, say);
    store = await openStore(flags.store, say);
    const { logger } = await loggerOf(flags);
    relay = await createRelay({
      ...options,
      ...deviceKeyOf(flags, say),
      pageHost: (port) => pageHostOf(flags, port, say),
      ...(await otherPortOf(flags)),
      appsPort: appsPortOf(flags),
      store,
      ...(logger ? { logger } : {}),
      ...(audit ? { audit: audit.note } : {}),
    });
    surviveUncaughtErrors((facts) => {
      if (logger) logger.error("uncaught", facts);
      else
        terminal.printError(
          `An error inside the relay was not handled (${escapeForTerminal(describeUncaught(facts))}). The relay keeps serving; please report this.`,
        );
    });
  } catch (error) {
    await Promise.all([store?.close(), list?.close()]);
    if (error instanceof OptionError) return terminal.fail(error.message, exitCodes.wrongUsage);
    return terminal.fail(describeStartError(error, flags), exitCodes.couldNotRun);
  }

  if (flags.port === undefined && relay.port !== usualPort) {
    say(
      `Port ${usualPort} is in use, so the relay uses port ${relay.port}. The page's saved data belongs to its port.`,
    );
  }
  const { origin, otherOrigin } = relay;
  const createLink = (at = origin) => {
    const link = relay.createLink(at);
    return session ? `${link}${link.includes("#") ? "&" : "#"}s=${session}` : link;
  };
  const sayLinks = () => {
    // Never coloured, because programs read the link from here.
    say(`MCP Playground: ${createLink()}`);
    if (otherOrigin !== undefined) say(`In Safari: ${createLink(otherOrigin)}`);
  };
  sayLinks();
  if (list) printServers(terminal, list);
  const removeFile =
    flags.open && hasDisplay(process.env)
      ? await openBrowser(createLink(), otherOrigin && createLink(otherOrigin))
      : () => {};

  // A public relay has one link for everybody.
  const isLinkForOne = flags.publicUrl === undefined && createLink().includes("#k=");
  const readLine = (line: string) => {
    if (/^\s*l\s*$/i.test(line)) sayLinks();
  };
  if (isLinkForOne) {
    const hasSignal = platform.hasUserSignals;
    if (hasSignal) process.on("SIGUSR2", () => sayLinks());
    const way = onTerminalLine(readLine)
      ? "Press L and Enter for a new link."
      : hasSignal && `For a new link: kill -USR2 ${process.pid}`;
    if (way) say(styled("dim", `Each link works once, for one page. ${way}`));
  }

  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    // A second signal ends the process immediately; the watchdog then kills the servers.
    process.once(signal, () => {
      removeFile();
      const end = signal === "SIGTERM" ? relay.drain() : relay.close();
      void Promise.all([end, list?.close()])
        .then(() => audit?.close())
        .then(() => process.exit(0));
    });
  }
  return undefined;
}

/** Converts the command line's options to the relay's. */
function optionsOf(flags: Flags) {
  const { config: _files, env: _variables, open: _open, store: _store, ...others } = flags;
  const { allowOrigin: allowOrigins = [], logFormat: _format, logLevel: _level, ...rest } = others;
  const { actingRole: actingRoles = [], audit: _audit, ...own } = rest;
  return { ...own, allowOrigins, actingRoles, limits: limitsOf(flags) };
}

/** The device key. A public relay has none: several may serve one address, and no other program takes its port. */
function deviceKeyOf(
  { publicUrl, store }: Flags,
  say: (line: string) => void,
): { deviceKey?: Uint8Array } {
  if (publicUrl !== undefined) return {};
  try {
    return { deviceKey: readDeviceKey(dataFolder(store)) };
  } catch (error) {
    say(
      `The key file cannot be used (${errorMessage(error)}), so the page's data on this device is encrypted with the browser's key only.`,
    );
    return {};
  }
}

/** The name of the page at a port; at any free port, the name is as new as the port. */
function pageHostOf(
  { port: wanted, store }: Flags,
  port: number,
  say: (line: string) => void,
): PageHost {
  if (wanted === 0) return createPageHost();
  try {
    return readPageHost(dataFolder(store), port);
  } catch (error) {
    say(
      `The file with the page's address cannot be used (${errorMessage(error)}), so the page has a new address and none of its saved data.`,
    );
    return createPageHost();
  }
}

/** The other port of the page, where a browser needs it; 0 if none can be kept. */
async function otherPortOf({ publicUrl, store }: Flags): Promise<{ otherPort?: number }> {
  if (publicUrl !== undefined || (await resolvesPageHosts(platform.name))) return {};
  try {
    return { otherPort: readKeptPort(dataFolder(store), "page-port") };
  } catch {
    return { otherPort: 0 };
  }
}

/** The port of apps, so that what they store is found again; 0 if none can be kept. */
function appsPortOf({ port, store }: Flags): number {
  try {
    return port === 0 ? 0 : readKeptPort(dataFolder(store), "apps-port");
  } catch {
    return 0;
  }
}

/** The logger, if JSON lines were requested. */
async function loggerOf({ logFormat, logLevel }: Flags): Promise<{ logger?: Logger }> {
  if (logFormat === "text" || logLevel === "silent") return {};
  const { createJsonLogger } = await import("../pinoLogger.ts");
  return { logger: await createJsonLogger(logLevel) };
}

/** Prints what a page starts: every word and its directory; of variables only the names. */
function printStart({ print, styled }: Terminal, started: ProcessCommand): void {
  const [command = "", ...args] = shownWords(started);
  const variables = Object.keys(started.env ?? {});
  const text = commandText({ command, args, cwd: started.cwd, variables });
  print(`${styled("dim", "Starting:")} ${text}`);
}

/** Lists the servers now and after each change. */
function printServers({ print, styled }: Terminal, list: ServerList): void {
  const printCurrent = ({ servers, problems }: Configuration) => {
    // The server on the command line is not repeated.
    const fromFiles = servers.filter(({ source }) => source !== commandLineSource);
    const names = fromFiles.map(({ name }) => exactLine(name));
    if (names.length > 0) print(`${styled("dim", "Ready to connect:")} ${names.join(", ")}`);
    for (const problem of problems)
      print(
        `${styled("yellow", placeOf(problem))} ${escapeForTerminal(configProblemText(problem))}`,
      );
  };
  printCurrent(list.current());
  list.subscribe(() => {
    print(styled("dim", "The configuration was reloaded."));
    printCurrent(list.current());
  });
}

function placeOf({ source, line, column }: ConfigProblem): string {
  return `${escapeForTerminal(source)}:${line === undefined ? "" : `${line}:${column}:`}`;
}

function describeStartError(error: unknown, { port, host }: Flags): string {
  const where = port ?? usualPort;
  if (isPortInUse(error)) return `Port ${where} is in use by another program.`;
  switch (errorCode(error)) {
    case "EACCES":
      return `This user may not listen on port ${where}.`;
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
      return `This machine has no address ${host}.`;
    default:
      return `The relay could not start: ${errorMessage(error)}`;
  }
}
