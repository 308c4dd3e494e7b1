/** The state of the demo server: a note, and whether an extra tool is on. */
import { createListeners } from "../core/listeners.ts";

/** A change, for subscribers. */
type DemoChange = { readonly kind: "tools" } | { readonly kind: "resource"; readonly uri: string };

export const noteUri = "demo://notes/today";

export interface DemoState {
  note(): string;
  hasExtraTool(): boolean;
  writeNote(text: string): void;
  /** @returns whether the tool is on now */
  toggleExtraTool(): boolean;
  /** Calls back after every change; returns the function that unsubscribes. */
  subscribe(listener: (change: DemoChange) => void): () => void;
}

export function createDemoState(): DemoState {
  const listeners = createListeners<DemoChange>();
  let note = "Nothing written yet.";
  let hasExtraTool = false;
  return {
    note: () => note,
    hasExtraTool: () => hasExtraTool,
    writeNote(text) {
      note = text;
      listeners.notify({ kind: "resource", uri: noteUri });
    },
    toggleExtraTool() {
      hasExtraTool = !hasExtraTool;
      listeners.notify({ kind: "tools" });
      return hasExtraTool;
    },
    subscribe: listeners.subscribe,
  };
}
