/** Drafts of answers to sampling requests, kept until the requests are answered. */
import { createStore } from "zustand/vanilla";
import { type ReadableStore, toReadable } from "../readableStore.ts";
import type { Inbox } from "../requests/inbox.ts";

interface AnswerDraft {
  /** The params of the request as edited, JSON text; absent while they are as received. */
  readonly requestText?: string | undefined;
  /** The whole answer as JSON text; absent until it is started. */
  readonly answerText?: string | undefined;
}

/** By the key of the inbox item or the id of the scratch request. */
export interface AnswerDrafts extends ReadableStore<ReadonlyMap<string, AnswerDraft>> {
  change(key: string, draft: AnswerDraft): void;
  remove(key: string): void;
}

/** Creates the drafts; those of a request are deleted when it leaves the inbox. */
export function createAnswerDrafts(inbox: Pick<Inbox, "subscribe">): AnswerDrafts {
  const store = createStore<ReadonlyMap<string, AnswerDraft>>(() => new Map());
  const removeAll = (keys: readonly string[]) => {
    const known = keys.filter((key) => store.getState().has(key));
    if (known.length === 0) return;
    const rest = new Map(store.getState());
    for (const key of known) rest.delete(key);
    store.setState(rest, true);
  };
  inbox.subscribe((items, before) => {
    const present = new Set(items.map(({ key }) => key));
    removeAll(before.map(({ key }) => key).filter((key) => !present.has(key)));
  });
  return {
    ...toReadable(store),
    change: (key, draft) =>
      store.setState((drafts) => new Map(drafts).set(key, { ...drafts.get(key), ...draft }), true),
    remove: (key) => removeAll([key]),
  };
}
