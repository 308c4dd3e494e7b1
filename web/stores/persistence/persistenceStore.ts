/** The outcome of restoring and storing this tab's state, which the page shows. */
import { createStore } from "zustand/vanilla";
import { type ReadableStore, toReadable } from "../readableStore.ts";

/** Why storing has stopped. */
export type StorageProblem =
  /** The page is not a secure context, so it cannot encrypt. */
  | "insecure"
  /** The browser refuses to store data, as in some private windows. */
  | "blocked"
  | "full";

/** The secrets of a connection. */
export interface NotStored {
  /** Names of headers. */
  readonly headers: readonly string[];
  readonly hasUserinfo: boolean;
  readonly hasSessionId: boolean;
}

export const nothingLeftOut: NotStored = { headers: [], hasUserinfo: false, hasSessionId: false };

/** A connection that was open before the reload and is opened again by the user only. */
export interface RestoreOffer {
  readonly address: string;
  /** What has to be entered again. */
  readonly notStored: NotStored;
  readonly kind: "http" | "stdio";
}

interface PersistenceState {
  /** Whether the page restores what it showed before: the address bar does not take the focus. */
  readonly isRestored: boolean;
  readonly offer: RestoreOffer | undefined;
  /** The id that this tab's state is stored under; undefined until storing has begun. */
  readonly tabId: string | undefined;
  /** Why nothing is stored, if so. */
  readonly problem: StorageProblem | undefined;
}

export interface PersistenceStore extends ReadableStore<PersistenceState> {
  restore(): void;
  offer(offer: RestoreOffer | undefined): void;
  started(tabId: string): void;
  report(problem: StorageProblem | undefined): void;
}

export function createPersistenceStore(): PersistenceStore {
  const store = createStore<PersistenceState>(() => ({
    isRestored: false,
    offer: undefined,
    tabId: undefined,
    problem: undefined,
  }));
  return {
    ...toReadable(store),
    restore: () => store.setState({ isRestored: true }),
    offer: (offer) => store.setState({ offer }),
    started: (tabId) => store.setState({ tabId }),
    report: (problem) => store.setState({ problem }),
  };
}
