/** Reads configuration files, and again whenever one of them changes. */
import { dirname, resolve } from "node:path";
import { watch } from "chokidar";
import type { Configuration } from "../../shared/config/configured.ts";
import { createListeners } from "../../shared/core/listeners.ts";
import { readConfigFiles } from "./configFiles.ts";

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
export function watchConfig(paths: readonly string[]): WatchedConfig {
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
