/** The tools of the connected servers, as their lists arrive. */
import { useMemo, useSyncExternalStore } from "react";
import type { OfferedTool } from "../../../shared/models/agent/offeredTools.ts";
import { useOpenServers } from "../../servers/hooks/useOpenServers.ts";
import { traitsOfKind } from "../../servers/store/catalog/items.ts";
import { itemsQuery } from "../../servers/store/catalog/queries.ts";
import { connectedView } from "../../servers/store/connections/connection.ts";
import type { Conversation } from "../store/conversation.ts";
import { modelToolsOf, type ServerTools, tickedTools } from "../store/offered.ts";

export function useServerTools(): readonly ServerTools[] {
  const servers = useOpenServers();
  const views = servers.flatMap(
    ({ connection, state }) => connectedView({ connection, state }) ?? [],
  );
  const client = views[0]?.queryClient;
  // one cache has the lists of all servers
  const listed = useSyncExternalStore(
    (onChange) => client?.getQueryCache().subscribe(onChange) ?? (() => {}),
    () =>
      views
        .map((view) => itemsQuery(view, traitsOfKind("tool")).queryKey)
        .map((key) => client?.getQueryState(key)?.dataUpdatedAt)
        .join(),
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: the lists are read from the cache
  return useMemo(() => modelToolsOf(servers), [servers, listed]);
}

/** @param ticked those of a conversation; all by default */
export function useTickedTools(ticked?: Conversation["ticked"]): readonly OfferedTool[] {
  const servers = useServerTools();
  return useMemo(() => tickedTools(servers, ticked), [servers, ticked]);
}
