/** Subscribes a component to an observable of the engine. */
import { useSyncExternalStore } from "react";
import type { Observable } from "../../../shared/oauth/flow/flow.ts";

export function useObservable<T>({ subscribe, get }: Observable<T>): T {
  return useSyncExternalStore(subscribe, get);
}
