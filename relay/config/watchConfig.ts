/** Reads the configuration files that a person named, and again whenever one of them changes. */
import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { basename, dirname, resolve, sep } from "node:path";
import { watch } from "chokidar";
import type { ConfigContext, Configuration } from "../../shared/config/configured.ts";
import { joinConfigurations } from "../../shared/config/joinConfigurations.ts";
import { readConfig } from "../../shared/config/readConfig.ts";

export interface WatchedConfig {
  current(): Configuration;
  /** Calls back after each change; returns the way to stop. */
  subscribe(listener: () => void): () => void;
  close(): Promise<void>;
}

/** Milliseconds without another change after which a file is taken to be written. */
const debounceMs = 100;

/**
 * Watches files; one that is not there or not readable is a problem among the others, and is read
 * once it is there.
 * @param paths as the person wrote them, which is also how they are named
 */
export function watchConfig(paths: readonly string[]): WatchedConfig {
  const listeners = new Set<() => void>();
  let configuration = readAll(paths);
  let told = JSON.stringify(configuration);
  let debounceTimer: NodeJS.Timeout | undefined;

  // editors write a new file and move it over the old one: the folder sees that, the file does not
  const files = new Set(paths.map((path) => resolve(path)));
  const watcher = watch([...new Set([...files].map((file) => dirname(file)))], {
    depth: 0,
    ignoreInitial: true,
    ignored: (path, stats) => stats?.isFile() === true && !files.has(resolve(path)),
  });

  const readAgain = () => {
    configuration = readAll(paths);
    const now = JSON.stringify(configuration);
    if (now === told) return;
    told = now;
    for (const listener of listeners) listener();
  };
  watcher.on("all", () => {
    clearTimeout(debounceTimer);
    debounceTimer = setTimeout(readAgain, debounceMs);
  });
  // a folder that cannot be watched is one whose files are read once
  watcher.on("error", () => {});

  return {
    current: () => configuration,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async close() {
      clearTimeout(debounceTimer);
      await watcher.close();
    },
  };
}

function readAll(paths: readonly string[]): Configuration {
  const unique = [...new Set(paths)];
  return joinConfigurations(unique.map(readOne));
}

function readOne(source: string): Configuration {
  const file = resolve(source);
  try {
    return readConfig(readFileSync(file, "utf8"), contextOf(source, file));
  } catch (error) {
    return { servers: [], problems: [{ source, words: `${whyUnread(error)}.` }] };
  }
}

function contextOf(source: string, file: string): ConfigContext {
  const workspaceFolder = workspaceOf(file);
  return {
    source,
    environment: process.env,
    variables: {
      userHome: homedir(),
      workspaceFolder,
      workspaceFolderBasename: basename(workspaceFolder),
      pathSeparator: sep,
      "/": sep,
    },
    resolve: (path) => resolve(workspaceFolder, path.replace(/^~(?=$|[\\/])/, homedir())),
    readText(path) {
      try {
        return readFileSync(path, "utf8");
      } catch {
        return undefined;
      }
    },
  };
}

/** The folder that a file speaks of: editors keep theirs in one of their own below it. */
function workspaceOf(file: string): string {
  const folder = dirname(file);
  return /^\.(vscode|cursor|claude)$/.test(basename(folder)) ? dirname(folder) : folder;
}

function whyUnread(error: unknown): string {
  switch ((error as NodeJS.ErrnoException).code) {
    case "ENOENT":
      return "There is no such file";
    case "EACCES":
      return "This user may not read the file";
    case "EISDIR":
      return "This is a folder, not a file";
    default:
      return `The file cannot be read: ${(error as Error).message}`;
  }
}
