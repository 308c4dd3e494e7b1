/** What the person has written for each item; it outlives connections. */
import { createStore, type StoreApi } from "zustand/vanilla";
import type { Selection } from "../view/workspace.ts";

/** The text around the arguments of a request, where a person changed it. */
export interface Envelope {
  readonly before: string;
  readonly after: string;
}

export interface Draft {
  /** The JSON text of the arguments; the one value behind Form, JSON and Raw. */
  readonly argumentsText: string;
  readonly tab: "form" | "json" | "raw";
  readonly envelope: Envelope | undefined;
  /** The whole request, where its arguments can no longer be told apart. */
  readonly whole: string | undefined;
  /** The id in `envelope` or `whole`, where it is the one that was proposed and not a chosen one. */
  readonly proposedId?: number | undefined;
}

export type Drafts = StoreApi<ReadonlyMap<string, Draft>>;

export const emptyDraft: Draft = {
  argumentsText: "{}",
  tab: "form",
  envelope: undefined,
  whole: undefined,
};

export function createDrafts(): Drafts {
  return createStore<ReadonlyMap<string, Draft>>(() => new Map());
}

/** The key of an item's draft and run. */
export function itemKey({ kind, name }: Selection): string {
  return `${kind} ${name}`;
}

/** @param initial what the item starts with, where nothing was written for it yet */
export function changeDraft(
  drafts: Drafts,
  key: string,
  change: Partial<Draft>,
  initial: Draft = emptyDraft,
): void {
  drafts.setState(
    (all) => new Map(all).set(key, { ...(all.get(key) ?? initial), ...change }),
    true,
  );
}
