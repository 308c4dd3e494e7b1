/** The sessions of this tab that others watch live, by record id. */
import { createStore } from "zustand/vanilla";
import { type ReadableStore, toReadable } from "../readableStore.ts";
import type { LiveOptions, LiveShare, OwnSession, StartLive } from "./liveShare.ts";

export interface LiveShares extends ReadableStore<ReadonlyMap<string, LiveShare>> {
  /** Lets others watch the session of a record from now on, what was recorded so far included. */
  start(wanted: StartLive): Promise<void>;
  /** Ends it and notifies the viewers. */
  end(recordId: string): void;
  /** Forgets how a session ended. */
  dismiss(recordId: string): void;
  /** Ends all of them because the page is being left. */
  leave(): void;
}

/** Creates the store; the code that shares a session is loaded on first use. */
export function createLiveShares(options: LiveOptions): LiveShares {
  const store = createStore<ReadonlyMap<string, LiveShare>>(() => new Map());
  const own = new Map<string, OwnSession>();
  const set = (recordId: string, share: LiveShare) =>
    store.setState((all) => new Map(all).set(recordId, share), true);
  options.records.subscribe(({ records }) => {
    for (const [id, session] of own) if (!records.has(id)) session.end();
  });
  return {
    ...toReadable(store),
    async start(wanted) {
      const { recordId } = wanted;
      const kind = store.getState().get(recordId)?.kind;
      if (kind === "starting" || kind === "live") return;
      set(recordId, { kind: "starting" });
      try {
        const { startOwnSession } = await import("./ownSession.ts");
        const onChange = (share: LiveShare) => {
          if (share.kind === "ended") own.delete(recordId);
          set(recordId, share);
        };
        const session = await startOwnSession({ ...options, ...wanted, onChange });
        if (session) own.set(recordId, session);
      } catch {
        set(recordId, { kind: "not-loaded" });
      }
    },
    end: (recordId) => own.get(recordId)?.end(),
    dismiss: (recordId) =>
      store.setState((all) => {
        const others = new Map(all);
        if (!own.has(recordId)) others.delete(recordId);
        return others;
      }, true),
    leave: () => {
      for (const session of own.values()) session.leave();
    },
  };
}
