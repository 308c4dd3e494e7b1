/** The sessions of this tab that others watch live, by server id. */
import { createStore } from "zustand/vanilla";
import { type ReadableStore, toReadable } from "../../../platform/readableStore.ts";
import { whenServerCloses } from "../../../servers/store/server.ts";
import type { LiveOptions, LiveShare, OwnSession, StartLive } from "./liveShare.ts";

export interface LiveShares extends ReadableStore<ReadonlyMap<string, LiveShare>> {
  /** Lets others watch the session of a record from now on, what was recorded so far included. */
  start(wanted: StartLive): Promise<void>;
  /** Ends it and notifies the viewers. */
  end(serverId: string): void;
  /** Forgets how a session ended. */
  dismiss(serverId: string): void;
  /** Ends all of them because the page is being left. */
  leave(): void;
}

/** Creates the store; the code that shares a session is loaded on first use. */
export function createLiveShares(options: LiveOptions): LiveShares {
  const store = createStore<ReadonlyMap<string, LiveShare>>(() => new Map());
  const own = new Map<string, OwnSession>();
  const isOpen = (serverId: string) => options.servers.getState().open.has(serverId);
  const set = (serverId: string, share: LiveShare) => {
    if (isOpen(serverId)) store.setState((all) => new Map(all).set(serverId, share), true);
  };
  const forget = (serverId: string) =>
    store.setState((all) => {
      const others = new Map(all);
      others.delete(serverId);
      return others;
    }, true);
  whenServerCloses(options.servers, (id) => {
    own.get(id)?.end();
    own.delete(id);
    forget(id);
  });
  return {
    ...toReadable(store),
    async start(wanted) {
      const { serverId } = wanted;
      const kind = store.getState().get(serverId)?.kind;
      if (kind === "starting" || kind === "live") return;
      set(serverId, { kind: "starting" });
      try {
        const { startOwnSession } = await import("./ownSession.ts");
        const onChange = (share: LiveShare) => {
          if (share.kind === "ended") own.delete(serverId);
          set(serverId, share);
        };
        const session = await startOwnSession({ ...options, ...wanted, onChange });
        if (session && isOpen(serverId)) own.set(serverId, session);
        else session?.end();
      } catch {
        set(serverId, { kind: "not-loaded" });
      }
    },
    end: (serverId) => own.get(serverId)?.end(),
    dismiss(serverId) {
      if (!own.has(serverId)) forget(serverId);
    },
    leave: () => {
      for (const session of own.values()) session.leave();
    },
  };
}
