/** The tools of the connected servers, as their lists arrive. */
import { useSyncExternalStore } from "react";
import { traitsOfKind } from "../../servers/store/catalog/items.ts";
import { itemsQuery } from "../../servers/store/catalog/queries.ts";
import { connectedView } from "../../servers/store/connections/connection.ts";
import { useOpenServers } from "../../stores/useOpenServers.ts";
import { modelToolsOf, type ServerTools } from "../store/offered.ts";

export function useServerTools(): readonly ServerTools[] {
  const servers = useOpenServers();
  const views = servers.flatMap(
    ({ connection, state }) => connectedView({ connection, state }) ?? [],
  );
  const client = views[0]?.queryClient;
  // one cache has the lists of all servers
  useSyncExternalStore(
    (onChange) => client?.getQueryCache().subscribe(onChange) ?? (() => {}),
    () =>
      views
        .map((view) => itemsQuery(view, traitsOfKind("tool")).queryKey)
        .map((key) => client?.getQueryState(key)?.dataUpdatedAt)
        .join(),
  );
  return modelToolsOf(servers);
}
