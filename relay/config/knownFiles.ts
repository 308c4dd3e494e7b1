/** Finds the configuration files of MCP clients where each client keeps them. */
import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { basename, dirname, join } from "node:path";
import type { Configuration, ConfiguredServer } from "../../shared/config/configured.ts";
import { mergeConfigurations } from "../../shared/config/mergeConfigurations.ts";
import { codexConfigText } from "../../shared/config/paste/configText.ts";
import { readConfig } from "../../shared/config/readConfig.ts";
import { parseTarget } from "../../shared/config/target.ts";
import { type Platform, platform } from "../platform.ts";
import { contextOf } from "./configFiles.ts";
import type { KnownClient } from "./knownClients.ts";
import { readTextFile } from "./readTextFile.ts";

/** Larger files are left out, in bytes; TOML is read character by character. */
const [maxJsonBytes, maxTomlBytes] = [20_000_000, 1_000_000];

export interface Places {
  readonly home: string;
  readonly project: string;
  readonly platform: Platform;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The user whose files are read: anybody can put one into a shared folder. */
  readonly userId?: number | undefined;
}

const here = (): Places => ({
  home: homedir(),
  project: process.cwd(),
  platform,
  environment: process.env,
  userId: process.getuid?.(),
});

/** A place in which a client keeps servers. */
export interface KnownPlace {
  readonly client: KnownClient;
  /** What reads it, where that is not the client as a whole: it has servers of the same names beside others. */
  readonly program?: string;
  readonly path: string;
  /** The members of the file that lead to the servers; undefined for those of its root. */
  readonly within?: readonly string[];
}

/** A place as the user reads it. */
export const placeName = ({ path, within }: Pick<KnownPlace, "path" | "within">): string =>
  within ? `${path} (${within.join(" ")})` : path;

/** The folder itself, and the root of the Git repository that it is in. */
function projectFolders(project: string): readonly string[] {
  for (let folder = project; ; folder = dirname(folder)) {
    if (existsSync(join(folder, ".git"))) return [...new Set([project, folder])];
    if (dirname(folder) === folder) return [project];
  }
}

/**
 * The places in which clients keep their servers; most do not exist. Of one program, a server hides
 * those of its name in later places.
 */
function knownPlaces({ home, project, platform, environment }: Places): readonly KnownPlace[] {
  const support = platform.settingsFolder(home, environment);
  const zed = platform.name === "win32" ? join(support, "Zed") : join(home, ".config", "zed");
  const claudeCode = { client: "claude", program: "Claude Code" } as const;
  const claudeUser = join(environment.CLAUDE_CONFIG_DIR ?? home, ".claude.json");
  const projects = projectFolders(project);
  return [
    // the scope of `claude mcp add` without another one
    ...projects.map((folder) => ({
      ...claudeCode,
      path: claudeUser,
      within: ["projects", folder],
    })),
    ...projects.map((folder) => ({ ...claudeCode, path: join(folder, ".mcp.json") })),
    {
      client: "vscode",
      program: "VS Code in this folder",
      path: join(project, ".vscode", "mcp.json"),
    },
    { client: "cursor", path: join(project, ".cursor", "mcp.json") },
    { ...claudeCode, path: claudeUser },
    {
      client: "claude",
      program: "Claude Desktop",
      path: join(support, "Claude", "claude_desktop_config.json"),
    },
    { client: "cursor", path: join(home, ".cursor", "mcp.json") },
    {
      client: "vscode",
      program: "VS Code in every folder",
      path: join(support, "Code", "User", "mcp.json"),
    },
    { client: "windsurf", path: join(home, ".codeium", "windsurf", "mcp_config.json") },
    { client: "gemini", path: join(home, ".gemini", "settings.json") },
    { client: "lmstudio", path: join(home, ".lmstudio", "mcp.json") },
    {
      client: "codex",
      path: join(environment.CODEX_HOME ?? join(home, ".codex"), "config.toml"),
    },
    { client: "zed", path: join(zed, "settings.json") },
  ];
}

/** The places in which one client keeps its servers, in its order. */
export function clientPlaces(client: KnownClient, places: Places = here()): readonly KnownPlace[] {
  return knownPlaces(places).filter((place) => place.client === client);
}

/**
 * Reads the servers of every known file. Problems are left out: the user did not name the files.
 * @param places for tests
 */
export function findServers(places: Places = here()): Configuration {
  const { servers } = mergeConfigurations(
    knownPlaces(places).map((place) => readKnown(place, places)),
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

function readKnown({ path, within }: KnownPlace, places: Places): Configuration {
  const none: Configuration = { servers: [], problems: [] };
  const { home } = places;
  const text = readKnownText(path, places);
  if (text === undefined) return none;
  const source = path.startsWith(home) ? `~${path.slice(home.length)}` : path;
  const json = path.endsWith(".toml") ? codexConfigText(text) : text;
  if (json === undefined) return none;
  if (!within) return readConfig(json, contextOf(source, path));
  // paths count from the project, whose servers these are
  const context = contextOf(`${source} (local)`, join(within.at(-1) ?? "", basename(path)));
  return readConfig(json, context, within);
}
