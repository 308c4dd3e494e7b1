/** Records which resources the server reported as updated, and when. */
import { createStore } from "zustand/vanilla";
import { membersOf } from "../../../../shared/core/jsonObject.ts";
import { type ReadableStore, toReadable } from "../../../platform/readableStore.ts";

/** Time of the newest notification by {@link changeKey}, in milliseconds on the tab's clock. */
export interface ResourceChanges extends ReadableStore<ReadonlyMap<string, number>> {
  /**
   * Handles a notification; ignores all but `notifications/resources/updated`.
   * @param now milliseconds on the tab's clock, which is slow to read in a flood
   */
  note(connectionId: string, method: string, params: unknown, now: () => number): void;
}

export function createResourceChanges(): ResourceChanges {
  const store = createStore<ReadonlyMap<string, number>>(() => new Map());
  return {
    ...toReadable(store),
    note(connectionId, method, params, now) {
      if (method !== "notifications/resources/updated") return;
      const { uri } = membersOf(params);
      if (typeof uri !== "string") return;
      const at = now();
      store.setState((all) => new Map(all).set(changeKey(connectionId, uri), at), true);
    },
  };
}

export function changeKey(connectionId: string, uri: string): string {
  return `${connectionId} ${uri}`;
}
