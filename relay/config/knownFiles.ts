/** Finds the configuration files of MCP clients where each client keeps them. */
import { homedir, platform } from "node:os";
import { join } from "node:path";
import type { Configuration, ConfiguredServer } from "../../shared/config/configured.ts";
import { mergeConfigurations } from "../../shared/config/mergeConfigurations.ts";
import { codexConfigText } from "../../shared/config/paste/configText.ts";
import { readConfig } from "../../shared/config/readConfig.ts";
import { parseTarget } from "../../shared/config/target.ts";
import { contextOf } from "./configFiles.ts";
import type { KnownClient } from "./knownClients.ts";
import { readTextFile } from "./readTextFile.ts";

/** Larger files are left out, in bytes; TOML is read character by character. */
const [maxJsonBytes, maxTomlBytes] = [20_000_000, 1_000_000];

export interface Places {
  readonly home: string;
  readonly project: string;
  /** The value of `os.platform()`. */
  readonly platform: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The user whose files are read: anybody can put one into a shared folder. */
  readonly userId?: number | undefined;
}

const here = (): Places => ({
  home: homedir(),
  project: process.cwd(),
  platform: platform(),
  environment: process.env,
  userId: process.getuid?.(),
});

/** The paths at which clients keep their servers; most do not exist. */
function knownPaths({
  home,
  project,
  platform,
  environment,
}: Places): readonly (readonly [client: KnownClient, path: string])[] {
  const support =
    platform === "darwin"
      ? join(home, "Library", "Application Support")
      : platform === "win32"
        ? (environment.APPDATA ?? join(home, "AppData", "Roaming"))
        : (environment.XDG_CONFIG_HOME ?? join(home, ".config"));
  const zed = platform === "win32" ? join(support, "Zed") : join(home, ".config", "zed");
  return [
    ["claude", join(project, ".mcp.json")],
    ["vscode", join(project, ".vscode", "mcp.json")],
    ["cursor", join(project, ".cursor", "mcp.json")],
    ["claude", join(support, "Claude", "claude_desktop_config.json")],
    ["claude", join(home, ".claude.json")],
    ["cursor", join(home, ".cursor", "mcp.json")],
    ["vscode", join(support, "Code", "User", "mcp.json")],
    ["windsurf", join(home, ".codeium", "windsurf", "mcp_config.json")],
    ["gemini", join(home, ".gemini", "settings.json")],
    ["lmstudio", join(home, ".lmstudio", "mcp.json")],
    ["codex", join(environment.CODEX_HOME ?? join(home, ".codex"), "config.toml")],
    ["zed", join(zed, "settings.json")],
  ];
}

/** The paths at which one client keeps its servers. */
export function clientFiles(client: KnownClient, places: Places = here()): readonly string[] {
  return knownPaths(places).flatMap(([of, path]) => (of === client ? [path] : []));
}

/**
 * Reads the servers of every known file. Problems are left out: the user did not name the files.
 * @param places for tests
 */
export function findServers(places: Places = here()): Configuration {
  const { servers } = mergeConfigurations(
    knownPaths(places).map(([, path]) => readKnown(path, places)),
  );
  return { servers: servers.map(found), problems: [] };
}

/** A name is chosen by typing it, so it must not look like the URL or the command of another server. */
function found(server: ConfiguredServer): ConfiguredServer {
  const { name, source } = server;
  const read = parseTarget(name);
  const isAddress =
    read.kind === "target" && (read.target.kind === "http" || read.target.args.length > 0);
  return { ...server, ...(isAddress ? { name: `${name} (${source})` } : {}), isFound: true };
}

/** The text of a known file; undefined if it is not there, is too large, or belongs to somebody else. */
export function readKnownText(
  path: string,
  { userId }: Pick<Places, "userId"> = here(),
): string | undefined {
  const maxBytes = path.endsWith(".toml") ? maxTomlBytes : maxJsonBytes;
  return readTextFile(path, { maxBytes, userId });
}

function readKnown(path: string, places: Places): Configuration {
  const none: Configuration = { servers: [], problems: [] };
  const { home } = places;
  const text = readKnownText(path, places);
  if (text === undefined) return none;
  const source = path.startsWith(home) ? `~${path.slice(home.length)}` : path;
  const json = path.endsWith(".toml") ? codexConfigText(text) : text;
  return json === undefined ? none : readConfig(json, contextOf(source, path));
}
