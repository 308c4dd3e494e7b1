/** Runs SQLite statements: retries when the database is locked, converts errors to store errors. */
import { setTimeout as sleep } from "node:timers/promises";
import { errorMessage } from "../../shared/core/text/errorMessage.ts";
import { StoreFull, StoreUnreachable, type StoreWatcher } from "./store.ts";

/** Milliseconds for which a locked database is retried. */
const busyMs = 2000;

/** Milliseconds between two attempts. */
const retryMs = 20;

/** Milliseconds without failure before recovery is reported; a full store still accepts small values. */
const quietMs = 10_000;

/** Primary result codes. @see https://www.sqlite.org/rescode.html */
const busy = 5;
const locked = 6;
const full = 13;

/** Runs statements; failures become {@link StoreUnreachable} or {@link StoreFull}. */
type RunStatements = <T>(statements: () => T) => Promise<T>;

/**
 * Creates the runner for a database whose busy timeout is 0: SQLite would wait by blocking the
 * process, so the runner waits asynchronously instead.
 */
export function createRunner(watcher: StoreWatcher): RunStatements {
  let isLost = false;
  /** When it last failed; undefined once recovery was reported. */
  let lostAt: number | undefined;
  const lost = (reason: string) => {
    isLost = true;
    if (lostAt === undefined) watcher.lost(reason);
    lostAt = performance.now();
  };
  const works = () => {
    isLost = false;
    if (lostAt === undefined || performance.now() - lostAt < quietMs) return;
    lostAt = undefined;
    watcher.found();
  };
  return async (statements) => {
    const deadline = performance.now() + busyMs;
    for (;;) {
      try {
        const result = statements();
        works();
        return result;
      } catch (error) {
        const code = codeOf(error);
        if (code === undefined) throw error;
        const isBusy = code === busy || code === locked;
        // If another request has already timed out, this one does not wait.
        if (isBusy && !isLost && performance.now() < deadline) {
          await sleep(retryMs);
          continue;
        }
        const reason = isBusy ? "another program has locked it" : errorMessage(error);
        lost(reason);
        if (code === full) throw new StoreFull("The relay's store is full.");
        throw new StoreUnreachable(`The relay's store cannot be used: ${reason}.`);
      }
    }
  };
}

/** SQLite's primary result code; undefined for an error that is not SQLite's. */
function codeOf(error: unknown): number | undefined {
  const { code, errcode } = error as { code?: unknown; errcode?: unknown };
  return code === "ERR_SQLITE_ERROR" && typeof errcode === "number" ? errcode & 0xff : undefined;
}
