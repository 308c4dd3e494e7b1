/** The state of restoring and storing this tab. */
import { createStore } from "zustand/vanilla";
import { type ReadableStore, toReadable } from "../readableStore.ts";

/** Why storing has stopped. */
export type StorageProblem =
  /** The page is not a secure context, so it cannot encrypt. */
  | "insecure"
  /** The browser refuses to store data, as in some private windows. */
  | "blocked"
  /** The relay that served the page has not given its half of the key: this tab has no session. */
  | "relay-needed"
  | "full";

interface PersistenceState {
  /** Whether the page restores what it showed before: the address bar does not take the focus. */
  readonly isRestored: boolean;
  /** The id that this tab's state is stored under; undefined until storing has begun. */
  readonly tabId: string | undefined;
  /** Why nothing is stored, if so. */
  readonly problem: StorageProblem | undefined;
}

/** Stores the state now; resolves with whether it was stored. */
type Write = () => Promise<boolean>;

export interface PersistenceStore extends ReadableStore<PersistenceState> {
  restore(): void;
  /** Sets what begins to store the state, if that is needed before it would begin by itself. */
  onNeeded(begin: () => void): void;
  /** Storing has begun. */
  started(tabId: string, write: Write): void;
  /** Storing cannot begin, because its code could not be loaded. */
  failed(): void;
  /**
   * Stores the state now, for the page that follows this one in the tab.
   * @returns the id that it is stored under; undefined if it is not stored
   */
  save(): Promise<string | undefined>;
  report(problem: StorageProblem | undefined): void;
}

export function createPersistenceStore(): PersistenceStore {
  const store = createStore<PersistenceState>(() => ({
    isRestored: false,
    tabId: undefined,
    problem: undefined,
  }));
  const { promise: writer, resolve } = Promise.withResolvers<Write | undefined>();
  let begin = () => {};
  return {
    ...toReadable(store),
    restore: () => store.setState({ isRestored: true }),
    onNeeded(needed) {
      begin = needed;
    },
    started(tabId, write) {
      store.setState({ tabId });
      resolve(write);
    },
    failed: () => resolve(undefined),
    async save() {
      begin();
      const write = await writer;
      return write && (await write()) ? store.getState().tabId : undefined;
    },
    report: (problem) => store.setState({ problem }),
  };
}
