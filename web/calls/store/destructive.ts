/** Asks once per tool and connection before a tool that is marked destructive is called. */
import { createStore } from "zustand/vanilla";
import { isDestructiveTool } from "../../../shared/protocol/toolHints.ts";
import { type ReadableStore, toReadable } from "../../platform/readableStore.ts";
import type { Item } from "../../servers/store/catalog/items.ts";

interface DestructiveState {
  /** The tool that the user is asked about. */
  readonly asked: Item | undefined;
}

export interface DestructiveCalls extends ReadableStore<DestructiveState> {
  /**
   * Whether an item may be run; asks the user if it is a destructive tool that was not allowed yet.
   * @param connectionId of the connection, for which the answer counts
   */
  confirm(connectionId: string, item: Item): Promise<boolean>;
  /** Answers the question. */
  answer(isAllowed: boolean): void;
}

/** Whether an item is a tool that says that it may delete or overwrite data. */
export function isDestructive({ kind, raw }: Pick<Item, "kind" | "raw">): boolean {
  return kind === "tool" && isDestructiveTool(raw);
}

export function createDestructiveCalls(): DestructiveCalls {
  const store = createStore<DestructiveState>(() => ({ asked: undefined }));
  const allowed = new Set<string>();
  let settle: ((isAllowed: boolean) => void) | undefined;

  const answer = (isAllowed: boolean) => {
    settle?.(isAllowed);
    settle = undefined;
    store.setState({ asked: undefined });
  };

  return {
    ...toReadable(store),
    answer,
    async confirm(connectionId, item) {
      const key = JSON.stringify([connectionId, item.name]);
      if (!isDestructive(item) || allowed.has(key)) return true;
      // a second question replaces the first, which counts as refused
      answer(false);
      const isAllowed = await new Promise<boolean>((resolve) => {
        settle = resolve;
        store.setState({ asked: item });
      });
      if (isAllowed) allowed.add(key);
      return isAllowed;
    },
  };
}
