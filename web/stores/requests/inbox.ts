/** What servers ask of the person, waiting to be answered. */
import { createStore } from "zustand/vanilla";
import type { InputAnswer, ServerInput } from "../../../shared/client/input/serverInput.ts";
import { type ReadableStore, toReadable } from "../readableStore.ts";

export interface InboxItem {
  /** Random; tells items of all connections apart. */
  readonly key: string;
  readonly connectionId: string;
  /** What the server calls itself. */
  readonly server: string;
  readonly input: ServerInput;
  answer(answer: InputAnswer): void;
}

export interface Inbox extends ReadableStore<readonly InboxItem[]> {
  /** Puts a question before the person; settles with what they answer. */
  ask(connectionId: string, server: string, input: ServerInput): Promise<InputAnswer>;
}

export function createInbox(newId: () => string): Inbox {
  const items = createStore<readonly InboxItem[]>(() => []);
  return {
    ...toReadable(items),
    ask(connectionId, server, input) {
      return new Promise((resolve) => {
        const key = newId();
        const settle = (answer: InputAnswer) => {
          items.setState((all) => all.filter((item) => item.key !== key), true);
          resolve(answer);
        };
        items.setState(
          (all) => [...all, { key, connectionId, server, input, answer: settle }],
          true,
        );
        input.signal.addEventListener(
          "abort",
          () => settle({ kind: "error", text: '{"code":-1,"message":"Withdrawn"}' }),
          { once: true },
        );
      });
    },
  };
}
