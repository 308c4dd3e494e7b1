/** Opens the store that was asked for, or the best that this machine has. */
import { homedir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { OptionError } from "../relayOptions.ts";
import { openRedisStore } from "./redisStore.ts";
import { openSqliteStore } from "./sqliteStore.ts";
import type { Store, StoreWatcher } from "./store.ts";

/** A store that dies with the process. */
export function openMemoryStore(watcher: StoreWatcher): Promise<Store> {
  return openSqliteStore(":memory:", { now: Date.now, watcher });
}

/**
 * Opens a store.
 * @param where `redis://…` or `rediss://…` (a secret, for it may hold a password), a file's path, or
 *   undefined for a file among what this system keeps for programs
 * @param say hears in a sentence what is not as wished, and when it is again
 * @throws {OptionError} when `where` means nothing or the file that it names cannot be used
 */
export async function openStore(
  where: string | undefined,
  say: (sentence: string) => void,
): Promise<Store> {
  if (where !== undefined && /^rediss?:/i.test(where)) return openRedis(where, say);
  if (where !== undefined && (where === "" || /^[\w+.-]+:\/\//.test(where))) {
    throw new OptionError("--store needs redis://…, rediss://… or the path of a file.");
  }
  const path = where ?? join(stateFolder(process.env), "store.sqlite");
  try {
    return await openSqliteStore(path, { now: Date.now, watcher: watcherOf(`at ${path}`, say) });
  } catch (error) {
    const reason = `${path} cannot be used (${(error as Error).message})`;
    if (where !== undefined) throw new OptionError(`${reason}: choose another --store.`);
    say(`${reason}, so what the relay stores is kept in memory and gone when it ends.`);
    return openMemoryStore(watcherOf("in memory", say));
  }
}

async function openRedis(url: string, say: (sentence: string) => void): Promise<Store> {
  if (!URL.canParse(url) || new URL(url).hostname === "") {
    throw new OptionError("--store needs a whole address, such as redis://127.0.0.1:6379.");
  }
  const { host } = new URL(url);
  return openRedisStore(url, {
    lost: (reason) =>
      say(`The store at ${host} cannot be reached: ${reason}. Trying again until it can.`),
    found: () => say(`The store at ${host} can be reached again.`),
  });
}

/** Tells a person that a file cannot be used, and when it can again. */
function watcherOf(where: string, say: (sentence: string) => void): StoreWatcher {
  return {
    lost: (reason) => say(`The store ${where} cannot be used: ${reason}. Trying again.`),
    found: () => say(`The store ${where} can be used again.`),
  };
}

/**
 * The folder of what a relay keeps on this machine: beside its store where that is a file.
 * @param where as for {@link openStore}
 */
export function dataFolder(where: string | undefined): string {
  const isFile = where !== undefined && !/^rediss?:/i.test(where);
  return isFile ? dirname(resolve(where)) : stateFolder(process.env);
}

/**
 * Where this system wants programs to keep their state.
 * @see https://specifications.freedesktop.org/basedir-spec/latest/
 */
export function stateFolder(environment: NodeJS.ProcessEnv): string {
  const name = "mcp-playground";
  const home = homedir();
  switch (process.platform) {
    case "darwin":
      return join(home, "Library", "Application Support", name);
    case "win32":
      return join(environment.LOCALAPPDATA ?? join(home, "AppData", "Local"), name);
    default:
      return join(environment.XDG_STATE_HOME || join(home, ".local", "state"), name);
  }
}
