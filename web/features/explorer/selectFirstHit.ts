/** Selects the first item that the filter shows, without waiting for it to be drawn. */
import { prepareQuery } from "../../../shared/core/text/fuzzyMatch.ts";
import { type Item, lists } from "../../stores/catalog/items.ts";
import { knownItems } from "../../stores/catalog/queries.ts";
import { rankItems } from "../../stores/catalog/rankItems.ts";
import { connectedView } from "../../stores/connections/connection.ts";
import type { OpenServer } from "../../stores/connections/openServers.ts";
import type { Stores } from "../../stores/createStores.ts";

/** @returns whether there is one */
export function selectFirstHit(stores: Stores, filter: string): boolean {
  const { connections, view } = stores;
  const { activeId } = connections.records.getState();
  const servers = connections.open.getState();
  // without a filter the lists of the active server come first
  const order =
    filter.trim() === ""
      ? servers.toSorted((one, other) => rank(other, activeId) - rank(one, activeId))
      : servers;
  for (const server of order) {
    const item = firstIn(server, filter);
    if (!item) continue;
    connections.serverSwitch.activate(server.id);
    view.openItem({ kind: item.kind, name: item.name });
    return true;
  }
  return false;
}

function rank({ id }: OpenServer, activeId: string | undefined): number {
  return id === activeId ? 1 : 0;
}

function firstIn({ connection, state }: OpenServer, filter: string): Item | undefined {
  const view = connectedView({ connection, state });
  if (!view) return undefined;
  const known = knownItems(view);
  const words = prepareQuery(filter);
  for (const { kind } of lists) {
    const [first] = rankItems(known.get(kind) ?? [], words);
    if (first) return first;
  }
  return undefined;
}
