/** Finds the configuration files of MCP clients where each client keeps them. */
import { readFileSync, statSync } from "node:fs";
import { homedir, platform } from "node:os";
import { basename, join } from "node:path";
import type { Configuration } from "../../shared/config/configured.ts";
import { mergeConfigurations } from "../../shared/config/mergeConfigurations.ts";
import { codexConfigText } from "../../shared/config/paste/configText.ts";
import { readConfig } from "../../shared/config/readConfig.ts";
import { contextOf } from "./watchConfig.ts";

/** Larger files are left out, in bytes. */
const largestFile = 20_000_000;

export interface Places {
  readonly home: string;
  /** The folder that project files are looked for in. */
  readonly project: string;
  /** The value of `os.platform()`. */
  readonly platform: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

const here = (): Places => ({
  home: homedir(),
  project: process.cwd(),
  platform: platform(),
  environment: process.env,
});

/** The paths at which clients keep their servers; most do not exist. */
export function knownPaths({ home, project, platform, environment }: Places): readonly string[] {
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
  return { servers: servers.map((server) => ({ ...server, isFound: true })), problems: [] };
}

function readKnown(path: string, { home }: Places): Configuration {
  const none: Configuration = { servers: [], problems: [] };
  try {
    const stats = statSync(path);
    if (!stats.isFile() || stats.size > largestFile) return none;
    const text = readFileSync(path, "utf8");
    const source = path.startsWith(home) ? `~${path.slice(home.length)}` : path;
    const json = basename(path).endsWith(".toml") ? codexConfigText(text) : text;
    return json === undefined ? none : readConfig(json, contextOf(source, path));
  } catch {
    return none;
  }
}
