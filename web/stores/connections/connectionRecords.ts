/** One record per open server, under its connection id, and which of them the page shows. */
import { createStore } from "zustand/vanilla";
import type { Target } from "../../../shared/config/target.ts";
import { type ReadableStore, toReadable } from "../readableStore.ts";
import type { Settings } from "../servers/settings.ts";
import type { Connection } from "./connection.ts";

/**
 * Everything that belongs to a server is kept under `id`, which outlives restarts. Each attempt to
 * connect is a {@link Connection} with an id of its own, which tells its messages apart in the log.
 */
export interface ConnectionRecord {
  readonly id: string;
  readonly target: Target;
  /** The address that names its settings. */
  readonly address: string;
  /** The newest attempt; undefined where there is no transport, as for a recording. */
  readonly connection: Connection | undefined;
  /** What the newest attempt was made with; undefined where part of it went with an earlier page. */
  readonly settings: Settings | undefined;
}

export interface ConnectionsState {
  readonly records: ReadonlyMap<string, ConnectionRecord>;
  /** The record that the page shows. */
  readonly activeId: string | undefined;
}

export interface ConnectionRecords extends ReadableStore<ConnectionsState> {
  /** Adds a record or replaces the one of the same id. */
  put(record: ConnectionRecord): void;
  activate(id: string): void;
  /** Removes a record; where it was the active one, none is. */
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
