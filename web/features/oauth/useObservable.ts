/** A value of the engine, kept current. */
import { useSyncExternalStore } from "react";
import type { Observable } from "../../../shared/oauth/flow/flow.ts";

export function useObservable<T>({ subscribe, get }: Observable<T>): T {
  return useSyncExternalStore(subscribe, get);
}
