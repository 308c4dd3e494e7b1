/** Makes a store read-only, so that only its own module can change it. */
import type { StoreApi } from "zustand/vanilla";

/** A store without `setState`: it is changed by named actions of its module. */
export type ReadableStore<T> = Pick<StoreApi<T>, "getState" | "getInitialState" | "subscribe">;

/** Removes `setState` from a store, at run time as well. */
export function toReadable<T>(store: StoreApi<T>): ReadableStore<T> {
  const { getState, getInitialState, subscribe } = store;
  return { getState, getInitialState, subscribe };
}
