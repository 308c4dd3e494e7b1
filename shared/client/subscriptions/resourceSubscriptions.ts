/** Asks a server to say when what it offers changes, in the way of either era. */

import { getOwn } from "../../core/getOwn.ts";
import type { Agreement } from "../negotiation/agreement.ts";
import type { Outcome } from "../session/outcome.ts";
import type { Session } from "../session/session.ts";
import type { SubscriptionFilter, Subscriptions } from "./subscriptions.ts";

export interface ResourceSubscriptions {
  /** Begins to listen for what the server says it can tell; the legacy era needs no asking. */
  start(): void;
  /** Whether the server can tell of changes to single resources. */
  canWatch(): boolean;
  /** Whether its changes are told, or were asked for just now. */
  isWatched(uri: string): boolean;
  /** Why the last wish about a resource came to nothing; undefined where it did not. */
  refusal(uri: string): WatchRefusal | undefined;
  /** Calls back when what is watched changes; returns the way to stop. */
  subscribe(listener: () => void): () => void;
  /**
   * Asks to be told of changes to a resource, or no longer.
   * @returns what the server said; undefined where the era has no answer to it
   */
  watch(uri: string, isWanted: boolean): Promise<Outcome | undefined>;
}

/** What the server answered, or that it left the resource out of what it acknowledged. */
export type WatchRefusal = Exclude<Outcome, { kind: "result" }> | "not-acknowledged";

/** @see https://modelcontextprotocol.io/specification/2025-11-25/server/resources#subscriptions */
export function createResourceSubscriptions(
  session: Session,
  agreement: Agreement,
  subscriptions: Subscriptions,
): ResourceSubscriptions {
  const uris = new Set<string>();
  const refusals = new Map<string, WatchRefusal>();
  const listeners = new Set<() => void>();
  const { capabilities } = agreement;
  const announces = (name: string) => getOwn(capabilities[name], "listChanged") === true;
  const isModern = () => session.era().kind === "modern";

  const tell = () => {
    for (const listener of listeners) listener();
  };

  subscriptions.subscribe(() => {
    const state = subscriptions.state();
    if (state.kind !== "listening" && state.kind !== "ended") return;
    const agreed = state.kind === "listening" ? state.acknowledged.resourceSubscriptions : [];
    const refused = [...uris].filter((uri) => !agreed?.includes(uri));
    for (const uri of refused) {
      uris.delete(uri);
      refusals.set(uri, "not-acknowledged");
    }
    if (refused.length > 0) tell();
  });

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
    canWatch: () => getOwn(capabilities.resources, "subscribe") === true,
    isWatched: (uri) => uris.has(uri),
    refusal: (uri) => refusals.get(uri),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async watch(uri, isWanted) {
      const wish = (isNow: boolean) => (isNow ? uris.add(uri) : uris.delete(uri));
      wish(isWanted);
      refusals.delete(uri);
      tell();
      if (isModern()) {
        listen();
        return undefined;
      }
      const method = isWanted ? "resources/subscribe" : "resources/unsubscribe";
      const outcome = await session.request(method, JSON.stringify({ uri })).done;
      // a later wish may be under way by now
      if (outcome.kind === "result" || uris.has(uri) !== isWanted) return outcome;
      wish(!isWanted);
      refusals.set(uri, outcome);
      tell();
      return outcome;
    },
  };
}
