/** URLs that servers asked the user to open, and which of these interactions are complete. */
import { createStore } from "zustand/vanilla";
import { getOwn } from "../../../../shared/core/json/getOwn.ts";
import { type ReadableStore, toReadable } from "../../../platform/readableStore.ts";
import type { InboxItem } from "../inbox.ts";

/** A URL that was approved, whose server reports when the interaction is complete. */
interface ApprovedUrl {
  /** The request, which has been answered. */
  readonly item: InboxItem;
  readonly url: string;
  readonly elicitationId: string;
}

interface UrlElicitationsState {
  readonly approved: readonly ApprovedUrl[];
  /** The ids that servers reported as complete, by record. */
  readonly completed: ReadonlyMap<string, ReadonlySet<string>>;
  /** The URLs of failed calls that were opened, by record; see {@link requiredUrlKey}. */
  readonly opened: ReadonlyMap<string, ReadonlySet<string>>;
}

export interface UrlElicitations extends ReadableStore<UrlElicitationsState> {
  /** Waits for the completion of a request that the user approved. */
  approve(approved: ApprovedUrl): void;
  /** Records that the user opened a URL that a failed call lists. */
  open(serverId: string, key: string): void;
  /** Handles a notification; those of other methods are ignored. */
  note(serverId: string, method: string, params: unknown): void;
  dismiss(key: string): void;
  clear(serverId: string): void;
}

/**
 * Maximum number of ids that are kept for one server, so that a flood of them takes little memory.
 */
const maximumIds = 1000;
const maxIdLength = 1000;
const maximumApproved = 100;

/** @see https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation#completion-notifications-for-url-mode-elicitation */
export function createUrlElicitations(): UrlElicitations {
  const store = createStore<UrlElicitationsState>(() => ({
    approved: [],
    completed: new Map(),
    opened: new Map(),
  }));
  const keepApproved = (isKept: (one: ApprovedUrl) => boolean) =>
    store.setState(({ approved }) => ({ approved: approved.filter(isKept) }));
  return {
    ...toReadable(store),
    approve: (one) =>
      store.setState(({ approved }) => ({ approved: [...approved, one].slice(-maximumApproved) })),
    open: (serverId, key) =>
      store.setState(({ opened }) => ({ opened: withId(opened, serverId, key) })),
    note(serverId, method, params) {
      if (method !== "notifications/elicitation/complete") return;
      const id = getOwn(params, "elicitationId");
      if (typeof id !== "string" || id.length > maxIdLength) return;
      store.setState(({ completed }) => ({ completed: withId(completed, serverId, id) }));
    },
    dismiss: (key) => keepApproved(({ item }) => item.key !== key),
    clear(serverId) {
      keepApproved(({ item }) => item.serverId !== serverId);
      const without = (all: UrlElicitationsState["opened"]) =>
        new Map([...all].filter(([id]) => id !== serverId));
      store.setState(({ completed, opened }) => ({
        completed: without(completed),
        opened: without(opened),
      }));
    },
  };
}

function withId(
  all: ReadonlyMap<string, ReadonlySet<string>>,
  serverId: string,
  id: string,
): ReadonlyMap<string, ReadonlySet<string>> {
  const ids = [...(all.get(serverId) ?? []), id].slice(-maximumIds);
  return new Map(all).set(serverId, new Set(ids));
}

/**
 * Names a URL of a failed call.
 * @param seq the log entry of the call
 * @param index of the URL in the error
 */
export function requiredUrlKey(seq: number, index: number): string {
  return `${seq} ${index}`;
}

/** Whether a server reported an interaction as complete. */
export function isComplete(
  { completed }: UrlElicitationsState,
  serverId: string,
  elicitationId: string | undefined,
): boolean {
  return elicitationId !== undefined && (completed.get(serverId)?.has(elicitationId) ?? false);
}
