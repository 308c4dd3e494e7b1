/** The one cache of the lists of all servers. It is made with the first connection, because its code is loaded then. */
import type { QueryClient } from "@tanstack/react-query";
import { lists } from "./items.ts";

/** Every key begins with the ids of a server and of the connection that read the list. */
export type ListKey = readonly [serverId: string, connectionId: string, method: string];

export interface ListCache {
  /** @param create makes the client, the first time */
  client(create: () => QueryClient): QueryClient;
  /** Invalidates the lists that a notification of a connection reports as changed. */
  note(serverId: string, connectionId: string, method: string): void;
  /** Removes the lists of a server that is removed, and stops reading them. */
  clear(serverId: string): void;
}

export function createListCache(): ListCache {
  let client: QueryClient | undefined;
  return {
    client(create) {
      client ??= create();
      return client;
    },
    note(serverId, connectionId, notification) {
      // a flood holds other notifications, for which the pattern is slow
      if (!notification.endsWith("/list_changed")) return;
      const changed = /^notifications\/(\w+)\/list_changed$/.exec(notification)?.[1];
      for (const { capability, method } of lists) {
        if (capability !== changed) continue;
        const queryKey: ListKey = [serverId, connectionId, method];
        void client?.invalidateQueries({ queryKey });
      }
    },
    clear(serverId) {
      client?.removeQueries({ queryKey: [serverId] });
    },
  };
}
