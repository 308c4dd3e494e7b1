/** The servers that the user configured on the command line and in files. */
import {
  type Configuration,
  type ConfiguredServer,
  commandLineSource,
} from "../../shared/config/configured.ts";
import { mergeConfigurations } from "../../shared/config/mergeConfigurations.ts";
import type { ConfigurationReader } from "./configService.ts";
import type { StdioEnvironment } from "./environmentFlag.ts";
import { watchConfig } from "./watchConfig.ts";

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
