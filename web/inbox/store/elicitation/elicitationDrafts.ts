/** Drafts of answers to elicitation requests, which survive navigation within the page. */
import { createStore } from "zustand/vanilla";
import { type ReadableStore, toReadable } from "../../../platform/readableStore.ts";
import type { Inbox } from "../inbox.ts";

export interface ElicitationDraft {
  /** The content of the answer as JSON text, finished or not. */
  readonly text: string;
  readonly tab: "form" | "json";
  /** Whether the user tried to send it while it did not fit the requested schema. */
  readonly isAttempted?: boolean;
}

/** The drafts by the key of the request; one that was not touched has none. */
export interface ElicitationDrafts extends ReadableStore<ReadonlyMap<string, ElicitationDraft>> {
  keep(key: string, draft: ElicitationDraft): void;
}

/** @param inbox the draft of a request that is no longer in it is deleted */
export function createElicitationDrafts(inbox: Inbox): ElicitationDrafts {
  const store = createStore<ReadonlyMap<string, ElicitationDraft>>(() => new Map());
  inbox.subscribe((items) => {
    const drafts = store.getState();
    if (drafts.size === 0) return;
    const present = new Set(items.map(({ key }) => key));
    const kept = [...drafts].filter(([key]) => present.has(key));
    if (kept.length < drafts.size) store.setState(new Map(kept), true);
  });
  return {
    ...toReadable(store),
    keep: (key, draft) => store.setState((all) => new Map(all).set(key, draft), true),
  };
}
