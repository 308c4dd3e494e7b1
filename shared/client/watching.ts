/** Asks a server to say when what it offers changes, in the way of either era. */
import type { Agreement } from "./agreement.ts";
import { memberOf } from "./memberOf.ts";
import type { Outcome } from "./outcome.ts";
import type { Session } from "./session.ts";
import type { SubscriptionFilter, Subscriptions } from "./subscriptions.ts";

export interface Watching {
  /** Begins to listen for what the server says it can tell; the legacy era needs no asking. */
  start(): void;
  /** Whether the server can tell of changes to single resources. */
  canWatch(): boolean;
  isWatched(uri: string): boolean;
  /**
   * Asks to be told of changes to a resource, or no longer.
   * @returns what the server said; undefined where the era has no answer to it
   */
  watch(uri: string, isWanted: boolean): Promise<Outcome | undefined>;
}

/** @see https://modelcontextprotocol.io/specification/2025-11-25/server/resources#subscriptions */
export function createWatching(
  session: Session,
  agreement: Agreement,
  subscriptions: Subscriptions,
): Watching {
  const uris = new Set<string>();
  const { capabilities } = agreement;
  const announces = (name: string) => memberOf(capabilities[name], "listChanged") === true;
  const isModern = () => session.era().kind === "modern";

  const listen = () => {
    const filter: SubscriptionFilter = {
      ...(announces("tools") ? { toolsListChanged: true } : {}),
      ...(announces("prompts") ? { promptsListChanged: true } : {}),
      ...(announces("resources") ? { resourcesListChanged: true } : {}),
      ...(uris.size > 0 ? { resourceSubscriptions: [...uris] } : {}),
    };
    subscriptions.listen(filter);
  };

  return {
    start() {
      if (isModern()) listen();
    },
    canWatch: () => memberOf(capabilities.resources, "subscribe") === true,
    isWatched: (uri) => uris.has(uri),
    async watch(uri, isWanted) {
      if (isWanted) uris.add(uri);
      else uris.delete(uri);
      if (isModern()) {
        listen();
        return undefined;
      }
      const method = isWanted ? "resources/subscribe" : "resources/unsubscribe";
      return session.request(method, JSON.stringify({ uri })).done;
    },
  };
}
