/** Records which resources the server reported as updated, and when. */
import { createStore } from "zustand/vanilla";
import { membersOf } from "../../../../shared/core/json/jsonObject.ts";
import { type ReadableStore, toReadable } from "../../../platform/readableStore.ts";

/** The newest notification of each resource. */
interface Changes {
  /** Its time in milliseconds on the tab's clock; undefined if there is none. */
  readonly at: (connectionId: string, uri: string) => number | undefined;
}

export interface ResourceChanges extends ReadableStore<Changes> {
  /**
   * Handles a notification; ignores all but `notifications/resources/updated`.
   * @param now milliseconds on the tab's clock, which is slow to read in a flood
   */
  note(connectionId: string, method: string, params: unknown, now: () => number): void;
}

/** Resources whose time is kept: a server can name any number. */
const maxResources = 1000;

export function createResourceChanges(): ResourceChanges {
  const times = new Map<string, number>();
  const keyOf = (connectionId: string, uri: string) => `${connectionId} ${uri}`;
  const at: Changes["at"] = (connectionId, uri) => times.get(keyOf(connectionId, uri));
  const store = createStore<Changes>(() => ({ at }));
  return {
    ...toReadable(store),
    note(connectionId, method, params, now) {
      if (method !== "notifications/resources/updated") return;
      const { uri } = membersOf(params);
      if (typeof uri !== "string") return;
      const key = keyOf(connectionId, uri);
      // the newest is the last one
      times.delete(key);
      times.set(key, now());
      const [oldest] = times.keys();
      if (times.size > maxResources && oldest !== undefined) times.delete(oldest);
      store.setState({ at }, true);
    },
  };
}
