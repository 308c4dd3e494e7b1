/** URLs that servers asked the user to open, and which of these interactions are complete. */
import { createStore } from "zustand/vanilla";
import { getOwn } from "../../../../shared/core/getOwn.ts";
import { type ReadableStore, toReadable } from "../../readableStore.ts";
import type { InboxItem } from "../inbox.ts";

/** A URL that was approved, whose server tells when the interaction is complete. */
export interface ApprovedUrl {
  /** The request, which has been answered. */
  readonly item: InboxItem;
  readonly url: string;
  readonly elicitationId: string;
}

export interface UrlElicitationsState {
  readonly approved: readonly ApprovedUrl[];
  /** The ids that servers reported as complete, by record. */
  readonly completed: ReadonlyMap<string, ReadonlySet<string>>;
}

export interface UrlElicitations extends ReadableStore<UrlElicitationsState> {
  /** Waits for the completion of a request that the user approved. */
  approve(approved: ApprovedUrl): void;
  /** Takes note of a notification; those of other methods are ignored. */
  note(recordId: string, method: string, params: unknown): void;
  dismiss(key: string): void;
  clear(recordId: string): void;
}

/** Most ids that are kept for one server, so that a flood of them takes no memory. */
const maximumIds = 1000;
const longestId = 1000;
const maximumApproved = 100;

/** @see https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation#completion-notifications-for-url-mode-elicitation */
export function createUrlElicitations(): UrlElicitations {
  const store = createStore<UrlElicitationsState>(() => ({ approved: [], completed: new Map() }));
  const keepApproved = (isKept: (one: ApprovedUrl) => boolean) =>
    store.setState(({ approved }) => ({ approved: approved.filter(isKept) }));
  return {
    ...toReadable(store),
    approve: (one) =>
      store.setState(({ approved }) => ({ approved: [...approved, one].slice(-maximumApproved) })),
    note(recordId, method, params) {
      if (method !== "notifications/elicitation/complete") return;
      const id = getOwn(params, "elicitationId");
      if (typeof id !== "string" || id.length > longestId) return;
      const { completed } = store.getState();
      const ids = [...(completed.get(recordId) ?? []), id].slice(-maximumIds);
      store.setState({ completed: new Map(completed).set(recordId, new Set(ids)) });
    },
    dismiss: (key) => keepApproved(({ item }) => item.key !== key),
    clear(recordId) {
      keepApproved(({ item }) => item.recordId !== recordId);
      const completed = new Map(store.getState().completed);
      completed.delete(recordId);
      store.setState({ completed });
    },
  };
}

/** Whether a server reported an interaction as complete. */
export function isComplete(
  { completed }: UrlElicitationsState,
  recordId: string,
  elicitationId: string | undefined,
): boolean {
  return elicitationId !== undefined && (completed.get(recordId)?.has(elicitationId) ?? false);
}
