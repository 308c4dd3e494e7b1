/** Drafts of requests: what the user has entered for each item, by server id. */
import { createStore } from "zustand/vanilla";
import { type ReadableStore, toReadable } from "../../platform/readableStore.ts";
import type { Selection } from "../../view/selection.ts";

/** The request's text around the arguments, if the user changed it. */
export interface Envelope {
  readonly before: string;
  readonly after: string;
}

export interface Draft {
  /** The JSON text of the arguments; the single value behind Form, JSON and Raw. */
  readonly argumentsText: string;
  readonly tab: "form" | "json" | "raw";
  readonly envelope: Envelope | undefined;
  /** The whole request, if its arguments can no longer be separated. */
  readonly whole: string | undefined;
  /** The id in `envelope` or `whole`, if it is the proposed one and not chosen by the user. */
  readonly proposedId?: number | undefined;
  /** Seconds until a call times out without a response or progress; the common setting if undefined. */
  readonly timeoutSeconds?: number | undefined;
  /** Whether a tool that may run as a task does. */
  readonly isTask?: boolean;
}

export const emptyDraft: Draft = {
  argumentsText: "{}",
  tab: "form",
  envelope: undefined,
  whole: undefined,
};

/** The drafts of each server, by item; see {@link itemKey}. */
type DraftsState = ReadonlyMap<string, ReadonlyMap<string, Draft>>;

export interface Drafts extends ReadableStore<DraftsState> {
  /**
   * Changes parts of a draft.
   * @param initial the draft of an item without one
   */
  change(serverId: string, key: string, change: Partial<Draft>, initial?: Draft): void;
  /** Replaces all drafts of a server. */
  restore(serverId: string, drafts: Iterable<readonly [key: string, draft: Draft]>): void;
  /** Moves the drafts of one server to another, where they replace existing ones. */
  move(from: string, to: string): void;
}

export function createDrafts(): Drafts {
  const store = createStore<DraftsState>(() => new Map());
  const put = (serverId: string, drafts: ReadonlyMap<string, Draft>) =>
    store.setState((all) => new Map(all).set(serverId, drafts), true);
  return {
    ...toReadable(store),
    change(serverId, key, change, initial = emptyDraft) {
      const own = store.getState().get(serverId);
      put(serverId, new Map(own).set(key, { ...(own?.get(key) ?? initial), ...change }));
    },
    restore: (serverId, drafts) => put(serverId, new Map(drafts)),
    move(from, to) {
      const all = new Map(store.getState());
      const moved = all.get(from);
      if (!moved) return;
      all.delete(from);
      store.setState(all.set(to, new Map([...(all.get(to) ?? []), ...moved])), true);
    },
  };
}

/** The draft of an item, if there is one. */
export function draftOf(state: DraftsState, serverId: string, key: string): Draft | undefined {
  return state.get(serverId)?.get(key);
}

/** The key of an item's draft and run. */
export function itemKey({ kind, name }: Selection): string {
  return `${kind} ${name}`;
}

/** The item of a key. */
export function selectionOf(key: string): Selection {
  const space = key.indexOf(" ");
  return { kind: key.slice(0, space) as Selection["kind"], name: key.slice(space + 1) };
}
