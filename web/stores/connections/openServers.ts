/** The open servers in their order, each with its name and state, for lists of servers. */
import { createStore } from "zustand/vanilla";
import { formatTarget, type Target } from "../../../shared/config/target.ts";
import { type ReadableStore, toReadable } from "../readableStore.ts";
import { type Connection, type ConnectionView, connectedView } from "./connection.ts";
import type { ConnectionRecord, ConnectionRecords } from "./connectionRecords.ts";

export interface OpenServer {
  /** The id of its record. */
  readonly id: string;
  /**
   * The user's name for it, else the server's own, else its address; two servers never have the
   * same.
   */
  readonly name: string;
  readonly target: Target;
  readonly connection: Connection | undefined;
  readonly state: ConnectionView["state"];
}

/** Follows the records and the state of each newest connection. */
export function createOpenServers(
  records: ConnectionRecords,
): ReadableStore<readonly OpenServer[]> {
  const store = createStore<readonly OpenServer[]>(() => []);
  const followed = new Map<Connection, () => void>();
  /** The name that each server has stated, also while it reconnects. */
  const given = new Map<string, string>();
  const ownName = ({ id, name, target, connection }: ConnectionRecord): string => {
    const view = connection && connectedView({ connection, state: connection.state.getState() });
    const info = view?.client.agreement.serverInfo;
    const known = info?.title || info?.name;
    if (known) given.set(id, known);
    return name ?? given.get(id) ?? addressName(target);
  };
  const update = () => {
    const all = [...records.getState().records.values()];
    const now = new Set(all.map(({ connection }) => connection));
    for (const [connection, stop] of followed) {
      if (now.has(connection)) continue;
      stop();
      followed.delete(connection);
    }
    for (const connection of now) {
      if (!connection || followed.has(connection)) continue;
      followed.set(connection, connection.state.subscribe(update));
    }
    const names = uniqueNames(all.map(ownName));
    store.setState(
      all.map(({ id, target, connection }, index) => ({
        id,
        name: names[index] as string,
        target,
        connection,
        state: connection?.state.getState() ?? { kind: "none" },
      })),
      true,
    );
  };
  records.subscribe((now, before) => {
    if (now.records !== before.records) update();
  });
  return toReadable(store);
}

/** The host of a URL, or the command line. */
function addressName(target: Target): string {
  if (target.kind === "stdio" || target.shown !== undefined) return formatTarget(target);
  return URL.canParse(target.url) ? new URL(target.url).host : target.url;
}

/** Numbers names that occur more than once. */
function uniqueNames(names: readonly string[]): readonly string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    let free = name;
    for (let count = 2; taken.has(free); count++) free = `${name} (${count})`;
    taken.add(free);
    return free;
  });
}
