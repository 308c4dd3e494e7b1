/** What the user has typed in Chat and not sent: it stays while another view is shown. */
import { createStore } from "zustand/vanilla";
import { type ReadableStore, toReadable } from "../../platform/readableStore.ts";
import type { ChatVariant } from "./conversations.ts";

/** Models and system prompts that will answer side by side. */
export interface Compared {
  readonly models: readonly string[];
  readonly prompts: readonly string[];
}

export interface UnsentMessage {
  readonly text: string;
  /** Undefined if only the model of the conversation answers. */
  readonly compared?: Compared | undefined;
}

/** By the id of the conversation, or of the message that is edited. */
type ById = ReadonlyMap<string, UnsentMessage>;

export interface UnsentMessages extends ReadableStore<ById> {
  change(id: string, message: UnsentMessage): void;
  /** Ends the editing of a message. */
  clear(id: string): void;
}

export function createUnsentMessages(): UnsentMessages {
  const store = createStore<ById>(() => new Map());
  return {
    ...toReadable(store),
    change: (id, message) => store.setState(new Map(store.getState()).set(id, message), true),
    clear(id) {
      const left = new Map(store.getState());
      left.delete(id);
      store.setState(left, true);
    },
  };
}

/** Columns beside each other. */
export const maxColumns = 8;

/** A column for each model with each system prompt. */
export function variantsOf({ models, prompts }: Compared): readonly ChatVariant[] {
  return models
    .flatMap((modelId) => prompts.map((systemPrompt) => ({ modelId, systemPrompt })))
    .slice(0, maxColumns);
}
