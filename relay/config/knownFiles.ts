/** Finds the configuration files of MCP clients where each client keeps them. */
import { homedir, platform } from "node:os";
import { basename, join } from "node:path";
import type { Configuration, ConfiguredServer } from "../../shared/config/configured.ts";
import { mergeConfigurations } from "../../shared/config/mergeConfigurations.ts";
import { codexConfigText } from "../../shared/config/paste/configText.ts";
import { readConfig } from "../../shared/config/readConfig.ts";
import { parseTarget } from "../../shared/config/target.ts";
import { contextOf } from "./configFiles.ts";
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
function knownPaths({ home, project, platform, environment }: Places): readonly string[] {
  const support =
    platform === "darwin"
      ? join(home, "Library", "Application Support")
      : platform === "win32"
        ? (environment.APPDATA ?? join(home, "AppData", "Roaming"))
        : (environment.XDG_CONFIG_HOME ?? join(home, ".config"));
  const zed = platform === "win32" ? join(support, "Zed") : join(home, ".config", "zed");
  return [
    join(project, ".mcp.json"),
    join(project, ".vscode", "mcp.json"),
    join(project, ".cursor", "mcp.json"),
    join(support, "Claude", "claude_desktop_config.json"),
    join(home, ".claude.json"),
    join(home, ".cursor", "mcp.json"),
    join(support, "Code", "User", "mcp.json"),
    join(home, ".codeium", "windsurf", "mcp_config.json"),
    join(home, ".gemini", "settings.json"),
    join(home, ".lmstudio", "mcp.json"),
    join(environment.CODEX_HOME ?? join(home, ".codex"), "config.toml"),
    join(zed, "settings.json"),
  ];
}

/**
 * Reads the servers of every known file. Problems are left out: the user did not name the files.
 * @param places for tests
 */
export function findServers(places: Places = here()): Configuration {
  const { servers } = mergeConfigurations(
    knownPaths(places).map((path) => readKnown(path, places)),
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

function readKnown(path: string, { home, userId }: Places): Configuration {
  const none: Configuration = { servers: [], problems: [] };
  const isToml = basename(path).endsWith(".toml");
  const text = readTextFile(path, { maxBytes: isToml ? maxTomlBytes : maxJsonBytes, userId });
  if (text === undefined) return none;
  const source = path.startsWith(home) ? `~${path.slice(home.length)}` : path;
  const json = isToml ? codexConfigText(text) : text;
  return json === undefined ? none : readConfig(json, contextOf(source, path));
}
