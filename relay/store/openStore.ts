/** Opens the configured store: Redis, an SQLite file, or memory as fallback. */
import { join } from "node:path";
import { errorMessage } from "../../shared/core/text/errorMessage.ts";
import { OptionError } from "../relayOptions.ts";
import { stateFolder } from "./dataFolder.ts";
import { openRedisStore } from "./redisStore.ts";
import { openSqliteStore } from "./sqliteStore.ts";
import type { Store, StoreWatcher } from "./store.ts";

/** Opens a store in memory. */
export function openMemoryStore(watcher: StoreWatcher): Promise<Store> {
  return openSqliteStore(":memory:", { now: Date.now, watcher });
}

/**
 * Opens a store.
 * @param where `redis://…` or `rediss://…` (secret, because it may contain a password), the path of a
 *   file, or undefined for a file in the user's state folder
 * @param say called with sentences about problems with the store and their end
 * @throws {OptionError} when `where` is invalid or its file cannot be used
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
    const reason = `${path} cannot be used (${errorMessage(error)})`;
    if (where !== undefined) throw new OptionError(`${reason}: choose another --store.`);
    say(`${reason}, so stored data is kept in memory and lost when the relay ends.`);
    return openMemoryStore(watcherOf("in memory", say));
  }
}

async function openRedis(url: string, say: (sentence: string) => void): Promise<Store> {
  if (!URL.canParse(url) || new URL(url).hostname === "") {
    throw new OptionError("--store needs a whole address, such as redis://127.0.0.1:6379.");
  }
  const { host } = new URL(url);
  return openRedisStore(url, {
    lost: (reason) => say(`The store at ${host} cannot be reached: ${reason}. Retrying.`),
    found: () => say(`The store at ${host} can be reached again.`),
  });
}

/** Reports when a store cannot be used, and when it can again. */
function watcherOf(where: string, say: (sentence: string) => void): StoreWatcher {
  return {
    lost: (reason) => say(`The store ${where} cannot be used: ${reason}. Retrying.`),
    found: () => say(`The store ${where} can be used again.`),
  };
}
