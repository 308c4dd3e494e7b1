/** Subscribes to changes of lists and resources, in either era. */

import { getOwn } from "../../core/json/getOwn.ts";
import { createListeners } from "../../core/listeners.ts";
import type { Agreement } from "../negotiation/agreement.ts";
import type { RequestOutcome } from "../session/outcome.ts";
import type { Session } from "../session/session.ts";
import type { SubscriptionFilter, Subscriptions } from "./subscriptions.ts";

export type ResourceSubscriptions = ReturnType<typeof createResourceSubscriptions>;

/** The failed outcome, or that the server did not acknowledge the resource. */
export type SubscriptionRefusal = Exclude<RequestOutcome, { kind: "result" }> | "not-acknowledged";

/** @see https://modelcontextprotocol.io/specification/2025-11-25/server/resources#subscriptions */
export function createResourceSubscriptions(
  session: Session,
  agreement: Agreement,
  subscriptions: Subscriptions,
) {
  const uris = new Set<string>();
  const refusals = new Map<string, SubscriptionRefusal>();
  const listeners = createListeners();
  const { capabilities } = agreement;
  const announces = (name: string) => getOwn(capabilities[name], "listChanged") === true;
  const isModern = () => session.era().kind === "modern";

  subscriptions.subscribe(() => {
    const state = subscriptions.state();
    if (state.kind !== "listening" && state.kind !== "ended") return;
    const agreed = state.kind === "listening" ? state.acknowledged.resourceSubscriptions : [];
    const refused = [...uris].filter((uri) => !agreed?.includes(uri));
    for (const uri of refused) {
      uris.delete(uri);
      refusals.set(uri, "not-acknowledged");
    }
    if (refused.length > 0) listeners.notify();
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
    /** Subscribes to the list changes the server announces; the legacy era sends them unasked. */
    start(): void {
      if (isModern()) listen();
    },
    canSubscribe: () => getOwn(capabilities.resources, "subscribe") === true,
    /** Whether the resource is subscribed, or a subscription was just requested. */
    isSubscribed: (uri: string) => uris.has(uri),
    /** Why the last request about a resource failed; undefined if it did not. */
    refusal: (uri: string): SubscriptionRefusal | undefined => refusals.get(uri),
    subscribe: listeners.subscribe,
    /**
     * Subscribes to a resource or cancels its subscription.
     * @returns the outcome; undefined in the modern era, where the acknowledgement is the answer
     */
    async watch(uri: string, isWanted: boolean): Promise<RequestOutcome | undefined> {
      const setSubscribed = (isNow: boolean) => (isNow ? uris.add(uri) : uris.delete(uri));
      setSubscribed(isWanted);
      refusals.delete(uri);
      listeners.notify();
      if (isModern()) {
        listen();
        return undefined;
      }
      const method = isWanted ? "resources/subscribe" : "resources/unsubscribe";
      const outcome = await session.request(method, JSON.stringify({ uri })).done;
      // the user may have changed it again in the meantime
      if (outcome.kind === "result" || uris.has(uri) !== isWanted) return outcome;
      setSubscribed(!isWanted);
      refusals.set(uri, outcome);
      listeners.notify();
      return outcome;
    },
  };
}
