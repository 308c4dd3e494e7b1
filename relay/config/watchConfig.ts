/** Reads configuration files, and again whenever one of them changes. */
import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { basename, dirname, resolve, sep } from "node:path";
import { watch } from "chokidar";
import type { ConfigContext, Configuration } from "../../shared/config/configured.ts";
import { mergeConfigurations } from "../../shared/config/mergeConfigurations.ts";
import { readConfig } from "../../shared/config/readConfig.ts";
import { createListeners } from "../../shared/core/listeners.ts";
import { errorMessage } from "../../shared/core/text/errorMessage.ts";
import { errorCode } from "../errorCode.ts";
import { readTextFile } from "./readTextFile.ts";

interface WatchedConfig {
  current(): Configuration;
  /** Calls back after each change; returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void;
  close(): Promise<void>;
}

/** Bytes of a file of environment variables. */
const maxVariablesBytes = 1_000_000;

/** Milliseconds without another change after which a file counts as completely written. */
const debounceMs = 100;

/**
 * Watches files. A missing or unreadable file is reported as a problem and read once it exists.
 * @param paths as the user wrote them; problems and servers name them in the same way
 */
export function watchConfig(paths: readonly string[]): WatchedConfig {
  const listeners = createListeners();
  let configuration = readAll(paths);
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
    configuration = readAll(paths);
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

function readAll(paths: readonly string[]): Configuration {
  const unique = [...new Set(paths)];
  return mergeConfigurations(unique.map(readOne));
}

function readOne(source: string): Configuration {
  const file = resolve(source);
  try {
    return readConfig(readFileSync(file, "utf8"), contextOf(source, file));
  } catch (error) {
    const facts = { reason: errorCode(error) ?? "", message: errorMessage(error) };
    return { servers: [], problems: [{ source, code: "unreadable", facts }] };
  }
}

/** @param source names the file to the user */
export function contextOf(source: string, file: string): ConfigContext {
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
    readText: (path) => readTextFile(path, { maxBytes: maxVariablesBytes }),
  };
}

/** The workspace folder of a file: editors keep their configuration in a subfolder of it. */
function workspaceOf(file: string): string {
  const folder = dirname(file);
  return /^\.(vscode|cursor|claude)$/.test(basename(folder)) ? dirname(folder) : folder;
}
