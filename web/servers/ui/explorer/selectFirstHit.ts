/** Selects the first item that the filter shows, without waiting for it to be drawn. */
import { prepareQuery } from "../../../../shared/core/text/fuzzyMatch.ts";
import type { Stores } from "../../../stores/stores.ts";
import { type Item, lists } from "../../store/catalog/items.ts";
import { knownItems } from "../../store/catalog/queries.ts";
import { rankItems } from "../../store/catalog/rankItems.ts";
import { connectedView } from "../../store/connections/connection.ts";
import type { OpenServer } from "../../store/connections/openServers.ts";

/** @returns whether there is one */
export function selectFirstHit(stores: Stores, filter: string): boolean {
  const { connections, servers, view } = stores;
  const { activeId } = servers.all.getState();
  const open = connections.open.getState();
  // without a filter only the lists of the active server count, also while they are being read
  const isActive = ({ id }: OpenServer) => id === activeId;
  const searched = filter.trim() === "" && activeId !== undefined ? open.filter(isActive) : open;
  for (const server of searched) {
    const item = firstIn(server, filter);
    if (!item) continue;
    servers.all.activate(server.id);
    view.openItem({ kind: item.kind, name: item.name });
    return true;
  }
  return false;
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
