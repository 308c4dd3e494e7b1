/** The requests from servers that wait for the user, across all connections. */
import { createStore } from "zustand/vanilla";
import type {
  InputAnswer,
  InputEndReason,
  ServerInput,
} from "../../../shared/client/input/serverInput.ts";
import { type ReadableStore, toReadable } from "../../platform/readableStore.ts";

export interface InboxItem {
  /** Random; unique across all connections. */
  readonly key: string;
  readonly serverId: string;
  readonly connectionId: string;
  /** The name by which the server introduced itself. */
  readonly server: string;
  readonly input: ServerInput;
  /** Milliseconds on the tab's clock. */
  readonly receivedAt: number;
  /** Why it can no longer be answered; undefined while it waits. */
  readonly ended?: InputEndReason;
  answer(answer: InputAnswer): void;
}

/** The server that asks. */
export type Asker = Pick<InboxItem, "serverId" | "connectionId" | "server">;

export interface Inbox extends ReadableStore<readonly InboxItem[]> {
  /**
   * Shows a request to the user; settles with the answer. A request that the server withdrew, or
   * whose
   * connection ended, stays until it is dismissed; one whose call the user cancelled is removed.
   */
  ask(asker: Asker, input: ServerInput): Promise<InputAnswer>;
  /** Marks the requests of a connection as ended. */
  endConnection(connectionId: string): void;
  /** Removes a request that can no longer be answered. */
  dismiss(key: string): void;
  /** Removes the requests of a record. */
  clear(serverId: string): void;
}

/** Never sent: the answer is no longer wanted. */
const unsent: InputAnswer = { kind: "error", text: '{"code":-1,"message":"No longer requested"}' };

export function createInbox(newId: () => string, now: () => number): Inbox {
  const store = createStore<readonly InboxItem[]>(() => []);
  const remove = (isGone: (item: InboxItem) => boolean) =>
    store.setState((all) => all.filter((item) => !isGone(item)), true);
  const end = (isEnded: (item: InboxItem) => boolean, ended: InputEndReason) =>
    store.setState(
      (all) => all.map((item) => (isEnded(item) && !item.ended ? { ...item, ended } : item)),
      true,
    );

  return {
    ...toReadable(store),
    ask(asker, input) {
      const { signal } = input;
      return new Promise((resolve) => {
        const key = newId();
        const answer = (given: InputAnswer) => {
          remove((item) => item.key === key);
          resolve(given);
        };
        const item: InboxItem = { key, ...asker, input, receivedAt: now(), answer };
        store.setState((all) => [...all, item], true);
        const stop = () => {
          if (isEndReason(signal.reason)) end((other) => other.key === key, signal.reason);
          else remove((other) => other.key === key);
          resolve(unsent);
        };
        if (signal.aborted) stop();
        else signal.addEventListener("abort", stop, { once: true });
      });
    },
    endConnection: (id) => end(({ connectionId }) => connectionId === id, "connection-closed"),
    dismiss: (key) => remove((item) => item.key === key && item.ended !== undefined),
    clear: (id) => remove(({ serverId }) => serverId === id),
  };
}

function isEndReason(reason: unknown): reason is InputEndReason {
  return reason === "withdrawn" || reason === "connection-closed";
}
