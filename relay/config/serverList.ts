/** The servers that the user configured on the command line and in files. */
import { dirname, resolve } from "node:path";
import { watch } from "chokidar";
import {
  type Configuration,
  type ConfiguredServer,
  commandLineSource,
} from "../../shared/config/configured.ts";
import { mergeConfigurations } from "../../shared/config/mergeConfigurations.ts";
import { createListeners } from "../../shared/core/listeners.ts";
import { readConfigFiles } from "./configFiles.ts";
import type { ConfigurationReader } from "./configService.ts";
import type { StdioEnvironment } from "./environmentFlag.ts";

interface WatchedConfig {
  current(): Configuration;
  /** Calls back after each change; returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void;
  close(): Promise<void>;
}

/** Milliseconds without another change after which a file counts as completely written. */
const debounceMs = 100;

/**
 * Watches files. A missing or unreadable file is reported as a problem and read once it exists.
 * @param paths as the user wrote them; problems and servers name them in the same way
 */
function watchConfig(paths: readonly string[]): WatchedConfig {
  const listeners = createListeners();
  let configuration = readConfigFiles(paths);
  let reported = JSON.stringify(configuration);
  let debounceTimer: NodeJS.Timeout | undefined;

  // Editors replace files by renaming, which a watched folder notices and a watched file does not.
  const files = new Set(paths.map((path) => resolve(path)));
  const watcher = watch([...new Set([...files].map((file) => dirname(file)))], {
    depth: 0,
    ignoreInitial: true,
    ignored: (path, stats) => stats?.isFile() === true && !files.has(resolve(path)),
  });

  const readAgain = () => {
    configuration = readConfigFiles(paths);
    const now = JSON.stringify(configuration);
    if (now === reported) return;
    reported = now;
    listeners.notify();
  };
  watcher.on("all", () => {
    clearTimeout(debounceTimer);
    debounceTimer = setTimeout(readAgain, debounceMs);
  });
  // If a folder cannot be watched, its files are read once.
  watcher.on("error", () => {});

  return {
    current: () => configuration,
    subscribe: listeners.subscribe,
    async close() {
      clearTimeout(debounceTimer);
      await watcher.close();
    },
  };
}

/** A server given on the command line. */
export type NamedServer =
  | { readonly kind: "http"; readonly url: string }
  | ({
      readonly kind: "stdio";
      readonly command: string;
      readonly args: readonly string[];
    } & StdioEnvironment);

export interface ServerList extends ConfigurationReader {
  current(): Configuration & { readonly ready?: string };
  close(): Promise<void>;
}

/**
 * Reads the configuration files and watches them.
 * @param named the server on the command line, which the page puts into its address bar
 * @returns undefined if there is neither a server nor a file
 */
export function createServerList(
  named: NamedServer | undefined,
  files: readonly string[],
): ServerList | undefined {
  if (!named && files.length === 0) return undefined;
  const watched = files.length > 0 ? watchConfig(files) : undefined;
  const own = named && { servers: [serverOf(named)], problems: [] };
  const read = () =>
    mergeConfigurations([...(own ? [own] : []), ...(watched ? [watched.current()] : [])]);
  // Starting the relay approves what the files contain at that moment; later changes need consent.
  const atStart = new Set(read().servers.map((server) => JSON.stringify(server)));
  return {
    current() {
      const now = read();
      const joined = {
        ...now,
        servers: now.servers.map((server) =>
          atStart.has(JSON.stringify(server)) ? server : { ...server, changedSinceStart: true },
        ),
      };
      const [first] = joined.servers;
      return own && first ? { ...joined, ready: first.name } : joined;
    },
    subscribe: (listener) => watched?.subscribe(listener) ?? (() => {}),
    close: async () => watched?.close(),
  };
}

function serverOf(named: NamedServer): ConfiguredServer {
  const common = { source: commandLineSource, inputs: [] };
  if (named.kind === "http") {
    const target = { kind: "http", url: [named.url], headers: [] } as const;
    const { origin, pathname } = new URL(named.url);
    return { ...common, name: `${origin}${pathname}`, target };
  }
  const { command, args, env = {} } = named;
  const target = {
    kind: "stdio",
    command: [command],
    args: args.map((word) => [[word]]),
    env: Object.entries(env).map(
      ([name, value]) => [name, [{ secret: value, shown: `\${env:${name}}` }]] as const,
    ),
  } as const;
  return { ...common, name: [command, ...args].join(" "), target };
}
