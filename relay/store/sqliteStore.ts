/** A store for one machine: an SQLite database in a private file or in memory. */
import { EventEmitter } from "node:events";
import { dirname, resolve } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { setImmediate } from "node:timers/promises";
import { makePrivateFile, makePrivateFolder } from "./privateFile.ts";
import { createRunner } from "./sqliteErrors.ts";
import { overheadBytes, type PutOutcome, type Store, type StoreWatcher } from "./store.ts";

/** Milliseconds between two deletions of expired entries. */
const sweepMs = 60_000;

/** Entries deleted per statement, which blocks the process; entries may be large. */
const sweepAtOnce = 8;

/** Milliseconds to wait at the start while another relay writes to the same file. */
const openingMs = 2000;

/**
 * Bytes per row. SQLite reads whole rows, so larger values are split to permit partial reads.
 */
const rowBytes = 65_536;

// The table `kept` of an earlier version has another format, which is no longer read.
const schema = `
  DROP TABLE IF EXISTS kept;
  CREATE TABLE IF NOT EXISTS entry (
    id TEXT PRIMARY KEY,
    bytes BLOB NOT NULL,
    size INTEGER NOT NULL,
    expires INTEGER NOT NULL,
    owner TEXT
  ) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS part (
    id TEXT NOT NULL REFERENCES entry (id) ON DELETE CASCADE,
    start INTEGER NOT NULL,
    bytes BLOB NOT NULL,
    PRIMARY KEY (id, start)
  ) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS entry_expires ON entry (expires);
  CREATE INDEX IF NOT EXISTS entry_owner ON entry (owner, expires, size) WHERE owner IS NOT NULL;
`;

interface SqliteOptions {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly watcher: StoreWatcher;
}

/**
 * Opens a store; published messages reach this process only.
 * @param path a file, created with its folders if missing; `:memory:` for none
 * @throws {Error} when the file cannot be created, opened or written
 */
export async function openSqliteStore(
  path: string,
  { now, watcher }: SqliteOptions,
): Promise<Store> {
  const database = await open(path);
  // Separate states, because a locked or full database can often still be read.
  const [read, write] = [createRunner(watcher), createRunner(watcher)];
  database.exec(schema);
  const sweep = database.prepare(
    `DELETE FROM entry WHERE id IN (SELECT id FROM entry WHERE expires <= ? LIMIT ${sweepAtOnce})`,
  );
  // Fails at the start if the database cannot be written.
  sweep.run(now());
  // From here on, waiting for a lock must not block the process.
  database.exec("PRAGMA busy_timeout = 0");
  const sweepAll = async () => {
    while (Number(await write(() => sweep.run(now()).changes)) === sweepAtOnce)
      await setImmediate();
  };
  const sweeping = setInterval(() => void sweepAll().catch(() => {}), sweepMs).unref();

  const first = database.prepare("SELECT bytes, size FROM entry WHERE id = ? AND expires > ?");
  const sizeOf = database.prepare("SELECT size FROM entry WHERE id = ? AND expires > ?");
  const laterPart = database.prepare(
    "SELECT part.bytes FROM part JOIN entry USING (id) WHERE id = ? AND start = ? AND expires > ?",
  );
  const dropDead = database.prepare("DELETE FROM entry WHERE id = ? AND expires <= ?");
  const drop = database.prepare("DELETE FROM entry WHERE id = ?");
  const insert = database.prepare(
    "INSERT INTO entry (id, bytes, size, expires, owner) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
  );
  const insertPart = database.prepare("INSERT INTO part (id, start, bytes) VALUES (?, ?, ?)");
  const counted = `SELECT coalesce(sum(size + ${overheadBytes}), 0) AS bytes FROM entry`;
  const ofOwner = database.prepare(`${counted} WHERE owner = ? AND expires > ?`);
  const ofAll = database.prepare(`${counted} WHERE owner IS NOT NULL AND expires > ?`);
  const add = database.prepare(`
    INSERT INTO entry (id, bytes, size, expires) VALUES (?, CAST(? AS BLOB), 0, ?)
    ON CONFLICT DO UPDATE SET bytes = CAST(CAST(CAST(bytes AS TEXT) AS INTEGER) + ? AS BLOB)
    RETURNING CAST(CAST(bytes AS TEXT) AS INTEGER) AS count
  `);
  const channels = new EventEmitter().setMaxListeners(0);
  let isOpen = true;

  const insertAll = (id: string, bytes: Uint8Array, expires: number, owner: string | null) => {
    const size = bytes.byteLength;
    if (insert.run(id, bytes.subarray(0, rowBytes), size, expires, owner).changes === 0) {
      return false;
    }
    for (let start = rowBytes; start < size; start += rowBytes) {
      insertPart.run(id, start, bytes.subarray(start, start + rowBytes));
    }
    return true;
  };
  const readPart = (id: string, start: number, length: number) => {
    const row = start - (start % rowBytes);
    const bytes = (row === 0 ? first.get(id, now()) : laterPart.get(id, row, now()))?.bytes;
    if (bytes) return (bytes as Uint8Array).subarray(start - row, start - row + length);
    return sizeOf.get(id, now()) ? new Uint8Array() : undefined;
  };

  return {
    shared: false,
    put: (id, bytes, { ttl, ifAbsent = false }) =>
      write(() =>
        transact(database, () => {
          if (ifAbsent) dropDead.run(id, now());
          else drop.run(id);
          return insertAll(id, bytes, now() + ttl, null);
        }),
      ),
    putCounted: (id, bytes, { ttl, owner, ownerBytes, totalBytes }) =>
      write(() =>
        transact(database, (): PutOutcome => {
          sweep.run(now());
          const all = bytes.byteLength + overheadBytes;
          if (sizeOf.get(id, now())) return "taken";
          if (Number(ofOwner.get(owner, now())?.bytes) + all > ownerBytes) return "owner-full";
          if (Number(ofAll.get(now())?.bytes) + all > totalBytes) return "full";
          return insertAll(id, bytes, now() + ttl, owner) ? "stored" : "taken";
        }),
      ),
    get: (id) =>
      read(() => {
        const found = first.get(id, now()) as { bytes: Uint8Array; size: number } | undefined;
        if (!found || found.bytes.byteLength >= found.size) return found?.bytes;
        const bytes = new Uint8Array(found.size);
        for (let start = 0; start < found.size; start += rowBytes) {
          bytes.set(readPart(id, start, rowBytes) ?? [], start);
        }
        return bytes;
      }),
    size: (id) => read(() => sizeOf.get(id, now())?.size as number | undefined),
    read: (id, start, length) => read(() => readPart(id, start, length)),
    delete: (id) =>
      write(() => {
        dropDead.run(id, now());
        return drop.run(id).changes > 0;
      }),
    incr: (id, by, { ttl }) =>
      write(() => {
        dropDead.run(id, now());
        return Number(add.get(id, BigInt(by), now() + ttl, BigInt(by))?.count);
      }),
    async publish(channel, text) {
      channels.emit(channel, text);
    },
    async subscribe(channel, listener) {
      channels.on(channel, listener);
      return async () => void channels.off(channel, listener);
    },
    ping: () => read(() => void sizeOf.get("", 0)),
    async close() {
      clearInterval(sweeping);
      if (isOpen) database.close();
      isOpen = false;
    },
  };
}

/** Runs statements in a transaction. */
function transact<T>(database: DatabaseSync, work: () => T): T {
  database.exec("BEGIN IMMEDIATE");
  try {
    const result = work();
    database.exec("COMMIT");
    return result;
  } catch (error) {
    // SQLite may already have rolled back because of a full disk.
    if (database.isTransaction) database.exec("ROLLBACK");
    throw error;
  }
}

async function open(path: string): Promise<DatabaseSync> {
  const { DatabaseSync } = await withoutWarning(() => import("node:sqlite"));
  if (path === ":memory:") return new DatabaseSync(path);
  makePrivateFolder(resolve(dirname(path)));
  // SQLite gives its side files the permissions of this file, so it is created with private ones.
  makePrivateFile(path);
  const database = new DatabaseSync(path);
  database.exec(
    `PRAGMA busy_timeout = ${openingMs}; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;`,
  );
  return database;
}

/** Suppresses the warning of older versions of Node that SQLite is experimental. */
async function withoutWarning<T>(act: () => Promise<T>): Promise<T> {
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    return await act();
  } finally {
    process.emitWarning = emitWarning;
  }
}
