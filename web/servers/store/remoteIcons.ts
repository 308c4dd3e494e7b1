/** The icons at other addresses that the user has loaded; kept in this tab's memory. */
import { createStore } from "zustand/vanilla";
import { type ReadableStore, toReadable } from "../../platform/readableStore.ts";

export type RemoteIcon =
  | { readonly kind: "loading" }
  /** A `data:` URL of an image. */
  | { readonly kind: "loaded"; readonly source: string }
  | { readonly kind: "failed"; readonly why: "not-readable" | "no-image" | "too-large" };

/** By URL. */
export interface RemoteIcons extends ReadableStore<ReadonlyMap<string, RemoteIcon>> {
  put(url: string, icon: RemoteIcon): void;
}

export function createRemoteIcons(): RemoteIcons {
  const store = createStore<ReadonlyMap<string, RemoteIcon>>(() => new Map());
  return {
    ...toReadable(store),
    put: (url, icon) => store.setState((all) => new Map(all).set(url, icon), true),
  };
}
