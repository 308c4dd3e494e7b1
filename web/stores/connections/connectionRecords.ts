/** One record per open server, by connection id, and the active one. */
import { createStore } from "zustand/vanilla";
import type { Target } from "../../../shared/config/target.ts";
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
  /** The address that identifies the server's settings. */
  readonly address: string;
  /** The newest attempt; undefined if there is no transport, as for a recording. */
  readonly connection: Connection | undefined;
  /** The options of the newest attempt; undefined if part of them was lost in a reload. */
  readonly settings: Settings | undefined;
}

export interface ConnectionsState {
  readonly records: ReadonlyMap<string, ConnectionRecord>;
  /** The id of the active record. */
  readonly activeId: string | undefined;
}

export interface ConnectionRecords extends ReadableStore<ConnectionsState> {
  /** Adds a record or replaces the one of the same id. */
  put(record: ConnectionRecord): void;
  activate(id: string): void;
  /** Removes a record; if it was the active one, no record is active. */
  remove(id: string): void;
}

export function createConnectionRecords(): ConnectionRecords {
  const store = createStore<ConnectionsState>(() => ({ records: new Map(), activeId: undefined }));
  return {
    ...toReadable(store),
    put: (record) =>
      store.setState(({ records }) => ({ records: new Map(records).set(record.id, record) })),
    activate: (activeId) => store.setState({ activeId }),
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

/** The newest record of a server over HTTP. */
export function recordOfUrl(
  { records }: ConnectionsState,
  url: string,
): ConnectionRecord | undefined {
  return [...records.values()].findLast(
    ({ target }) => target.kind === "http" && target.url === url,
  );
}
