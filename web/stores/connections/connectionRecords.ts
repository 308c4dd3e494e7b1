/** One record per open server, by connection id, in the user's order, and the active one. */
import { createStore } from "zustand/vanilla";
import { formatTarget, type Target } from "../../../shared/config/target.ts";
import { type ReadableStore, toReadable } from "../readableStore.ts";
import type { Settings } from "../servers/settings.ts";
import type { Connection } from "./connection.ts";

/**
 * Everything that belongs to a server is stored under `id`, which survives restarts. Each attempt
 * to
 * connect is a {@link Connection} with its own id, which identifies its messages in the log.
 */
export interface ConnectionRecord {
  readonly id: string;
  readonly target: Target;
  /** The server as it was written in the address bar. */
  readonly address: string;
  /** Identifies its settings: the address, or a separate key if another record uses that. */
  readonly settingsKey: string;
  /** The name that the user gave it. */
  readonly name?: string | undefined;
  /** The newest attempt; undefined if there is no transport, as for a recording. */
  readonly connection: Connection | undefined;
  /** The options of the newest attempt; undefined if part of them was lost in a reload. */
  readonly settings: Settings | undefined;
}

export interface ConnectionsState {
  /** In the order in which they are shown. */
  readonly records: ReadonlyMap<string, ConnectionRecord>;
  /** The id of the active record. */
  readonly activeId: string | undefined;
  /** The id of the record of every attempt of this page to connect, by the attempt's id in the log. */
  readonly attempts: ReadonlyMap<string, string>;
}

export interface ConnectionRecords extends ReadableStore<ConnectionsState> {
  /** Adds a record or replaces the one of the same id, which keeps its place and its name. */
  put(record: Omit<ConnectionRecord, "name">): void;
  /** @param id undefined makes no record active */
  activate(id: string | undefined): void;
  /** @param name an empty name stands for the server's own */
  rename(id: string, name: string): void;
  /** Moves a record to a place, counted from 0. */
  move(id: string, index: number): void;
  /** Removes a record; if it was the active one, no record is active. */
  remove(id: string): void;
}

export function createConnectionRecords(): ConnectionRecords {
  const store = createStore<ConnectionsState>(() => ({
    records: new Map(),
    activeId: undefined,
    attempts: new Map(),
  }));
  return {
    ...toReadable(store),
    put: (record) =>
      store.setState(({ records, attempts }) => ({
        records: new Map(records).set(record.id, {
          ...record,
          name: records.get(record.id)?.name,
        }),
        attempts: record.connection
          ? new Map(attempts).set(record.connection.id, record.id)
          : attempts,
      })),
    activate: (activeId) => store.setState({ activeId }),
    rename: (id, name) =>
      store.setState(({ records }) => {
        const record = records.get(id);
        if (!record) return {};
        const renamed = { ...record, name: name.trim() || undefined };
        return { records: new Map(records).set(id, renamed) };
      }),
    move: (id, index) =>
      store.setState(({ records }) => {
        const moved = records.get(id);
        if (!moved) return {};
        const others = [...records].filter(([other]) => other !== id);
        return { records: new Map(others.toSpliced(Math.max(0, index), 0, [id, moved])) };
      }),
    remove: (id) =>
      store.setState(({ records, activeId }) => {
        const others = new Map(records);
        others.delete(id);
        return { records: others, activeId: activeId === id ? undefined : activeId };
      }),
  };
}

export function activeRecord({
  records,
  activeId,
}: ConnectionsState): ConnectionRecord | undefined {
  return activeId === undefined ? undefined : records.get(activeId);
}

/** The newest attempt of the active record. */
export function activeConnection(state: ConnectionsState): Connection | undefined {
  return activeRecord(state)?.connection;
}

/**
 * Whether an attempt to connect is one of a record. What was restored after a reload is known by its
 * label only: it belongs to no record while several have that server.
 * @param label the server of the attempt, as the log has it
 */
export function isAttemptOf(
  { id, target }: ConnectionRecord,
  { attempts, records }: Pick<ConnectionsState, "attempts" | "records">,
  connectionId: string,
  label: string,
): boolean {
  const owner = attempts.get(connectionId);
  if (owner !== undefined) return owner === id;
  if (label !== formatTarget(target)) return false;
  return ![...records.values()].some(
    (other) => other.id !== id && formatTarget(other.target) === label,
  );
}

/** The newest record of a server over HTTP. */
export function recordOfUrl(
  { records }: ConnectionsState,
  url: string,
): ConnectionRecord | undefined {
  return [...records.values()].findLast(
    ({ target }) => target.kind === "http" && target.url === url,
  );
}
