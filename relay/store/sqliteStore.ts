/** A store for one machine: an SQLite database in a file that only its owner can read, or in memory. */
import { EventEmitter } from "node:events";
import { chmodSync, closeSync, existsSync, mkdirSync, openSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import type { Store } from "./store.ts";

/** Milliseconds between two looks for what has expired. */
const sweepMs = 60_000;

/** Milliseconds to wait for another relay that is writing to the same file. */
const busyMs = 2000;

const schema = `
  CREATE TABLE IF NOT EXISTS kept (
    id TEXT PRIMARY KEY,
    bytes BLOB NOT NULL,
    expires INTEGER NOT NULL
  ) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS kept_expires ON kept (expires);
`;

export interface SqliteOptions {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/**
 * Opens a store; what is published in it is heard in this process only.
 * @param path a file, made with its folders where there is none; `:memory:` for none at all
 * @throws {Error} when the file cannot be made, opened or written
 */
export async function openSqliteStore(path: string, { now }: SqliteOptions): Promise<Store> {
  const database = await open(path);
  database.exec(schema);
  const sweep = database.prepare("DELETE FROM kept WHERE expires <= ?");
  // a store that cannot be written is of no use, and this is when to find out
  sweep.run(now());
  const sweeping = setInterval(() => sweep.run(now()), sweepMs).unref();

  const live = database.prepare("SELECT bytes FROM kept WHERE id = ? AND expires > ?");
  const dropDead = database.prepare("DELETE FROM kept WHERE id = ? AND expires <= ?");
  const drop = database.prepare("DELETE FROM kept WHERE id = ?");
  const replace = database.prepare("REPLACE INTO kept (id, bytes, expires) VALUES (?, ?, ?)");
  const insert = database.prepare(
    "INSERT INTO kept (id, bytes, expires) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
  );
  const add = database.prepare(`
    INSERT INTO kept (id, bytes, expires) VALUES (?, CAST(? AS BLOB), ?)
    ON CONFLICT DO UPDATE SET bytes = CAST(CAST(CAST(bytes AS TEXT) AS INTEGER) + ? AS BLOB)
    RETURNING CAST(CAST(bytes AS TEXT) AS INTEGER) AS count
  `);
  const channels = new EventEmitter().setMaxListeners(0);
  let isOpen = true;

  return {
    shared: false,
    async put(id, bytes, { ttl, ifAbsent = false }) {
      if (!ifAbsent) {
        replace.run(id, bytes, now() + ttl);
        return true;
      }
      dropDead.run(id, now());
      return insert.run(id, bytes, now() + ttl).changes > 0;
    },
    async get(id) {
      return live.get(id, now())?.bytes as Uint8Array | undefined;
    },
    async delete(id) {
      dropDead.run(id, now());
      return drop.run(id).changes > 0;
    },
    async incr(id, by, { ttl }) {
      dropDead.run(id, now());
      return Number(add.get(id, BigInt(by), now() + ttl, BigInt(by))?.count);
    },
    async publish(channel, text) {
      channels.emit(channel, text);
    },
    async subscribe(channel, listener) {
      channels.on(channel, listener);
      return async () => void channels.off(channel, listener);
    },
    async ping() {
      live.get("", 0);
    },
    async close() {
      clearInterval(sweeping);
      if (isOpen) database.close();
      isOpen = false;
    },
  };
}

async function open(path: string): Promise<DatabaseSync> {
  const { DatabaseSync } = await withoutWarning(() => import("node:sqlite"));
  if (path === ":memory:") return new DatabaseSync(path);
  makeFolder(resolve(dirname(path)));
  // made first, so that SQLite never makes it, nor the files beside it, readable to others
  closeSync(openSync(path, "a", 0o600));
  chmodSync(path, 0o600);
  const database = new DatabaseSync(path);
  database.exec(
    `PRAGMA busy_timeout = ${busyMs}; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;`,
  );
  return database;
}

/**
 * Makes a folder and those above it. Not with `recursive`: where a folder that is there refuses to
 * hold another by saying that there is no such thing, as those of /proc do, Node tries for ever.
 */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // another relay was faster
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}

/** Older versions of Node tell everybody at a terminal that SQLite is an experiment. */
async function withoutWarning<T>(act: () => Promise<T>): Promise<T> {
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    return await act();
  } finally {
    process.emitWarning = emitWarning;
  }
}
