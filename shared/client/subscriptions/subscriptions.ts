/** Keeps the `subscriptions/listen` stream of a modern server open. */
import { type Clock, sleep } from "../../core/clock.ts";
import { getOwn } from "../../core/json/getOwn.ts";
import { createListeners } from "../../core/listeners.ts";
import type { Call } from "../session/call.ts";
import { composeObject } from "../session/composeMessage.ts";
import type { Session } from "../session/session.ts";

export interface SubscriptionFilter {
  readonly toolsListChanged?: boolean;
  readonly promptsListChanged?: boolean;
  readonly resourcesListChanged?: boolean;
  readonly resourceSubscriptions?: readonly string[];
  /** Defined by the tasks extension. */
  readonly taskIds?: readonly string[];
}

type SubscriptionState =
  | { readonly kind: "off" }
  | { readonly kind: "asking"; readonly filter: SubscriptionFilter }
  /** `acknowledged` is what the server agreed to, as received, even if it exceeds the filter. */
  | {
      readonly kind: "listening";
      readonly filter: SubscriptionFilter;
      readonly acknowledged: SubscriptionFilter;
    }
  /** The server ended or rejected it, or reconnecting failed. */
  | { readonly kind: "ended"; readonly reason: "by-server" | "refused" | "lost" };

export type Subscriptions = ReturnType<typeof createSubscriptions>;

const subscriptionKey = "io.modelcontextprotocol/subscriptionId";
/** Milliseconds before the first reconnect after an unexpected end; doubled after each failure. */
const firstRetryMs = 500;
const maximumRetryMs = 30_000;
const maximumRetries = 8;

/**
 * Creates the subscriptions of one connection.
 * @param whenAvailable settles as soon as the server is not known to be lost
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/subscriptions
 */
export function createSubscriptions(
  session: Session,
  clock: Clock,
  whenAvailable: () => Promise<void> = () => Promise.resolve(),
) {
  const listeners = createListeners();
  let state: SubscriptionState = { kind: "off" };
  let call: Call | undefined;
  let control = new AbortController();

  const setState = (next: SubscriptionState) => {
    state = next;
    listeners.notify();
  };

  const stop = () => {
    control.abort();
    control = new AbortController();
    call?.cancel();
    call = undefined;
  };

  const keepListening = async (filter: SubscriptionFilter, signal: AbortSignal) => {
    const params = composeObject({ notifications: JSON.stringify(filter) });
    for (let attempts = 0; ; attempts++) {
      setState({ kind: "asking", filter });
      const limits = { timeoutMs: 0, maximumMs: 0 };
      const request = session.request("subscriptions/listen", params, { limits });
      call = request;
      const outcome = await request.done;
      if (signal.aborted) return;
      if (outcome.kind === "result") return setState({ kind: "ended", reason: "by-server" });
      if (outcome.kind === "error") return setState({ kind: "ended", reason: "refused" });
      if (outcome.kind === "failed" && outcome.failure.code === "http-status") {
        return setState({ kind: "ended", reason: "refused" });
      }
      if (wasListening()) attempts = 0;
      if (attempts === maximumRetries || session.closeReason())
        return setState({ kind: "ended", reason: "lost" });
      const wait = Math.min(firstRetryMs * 2 ** attempts, maximumRetryMs);
      if (!(await sleep(clock, wait, signal))) return;
      await whenAvailable();
      if (signal.aborted) return;
    }
  };

  const wasListening = () => state.kind === "listening";

  return {
    state: (): SubscriptionState => state,
    subscribe: listeners.subscribe,
    /** Replaces the subscription; an empty filter ends it. */
    listen(filter: SubscriptionFilter) {
      stop();
      if (isEmpty(filter)) return setState({ kind: "off" });
      void keepListening(filter, control.signal);
    },
    /** Handles a notification; returns whether it belongs to the current stream. */
    handleNotification(method: string, params: unknown): boolean {
      const id = getOwn(getOwn(params, "_meta"), subscriptionKey);
      if (call === undefined || String(id) !== String(call.id)) return false;
      if (method === "notifications/subscriptions/acknowledged" && state.kind === "asking") {
        const acknowledged = getOwn(params, "notifications") as SubscriptionFilter | undefined;
        setState({ kind: "listening", filter: state.filter, acknowledged: acknowledged ?? {} });
      }
      return true;
    },
    close(): void {
      stop();
      setState({ kind: "off" });
    },
  };
}

function isEmpty(filter: SubscriptionFilter): boolean {
  return Object.values(filter).every((value) =>
    Array.isArray(value) ? value.length === 0 : !value,
  );
}
