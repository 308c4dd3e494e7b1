/** Light or dark: what the person chose, kept and applied to the document. */
import { createStore } from "zustand/vanilla";
import { type ReadableStore, toReadable } from "../stores/readableStore.ts";

export const themeChoices = ["system", "light", "dark"] as const;

/** `system` follows the machine. */
export type ThemeChoice = (typeof themeChoices)[number];

export interface Theme extends ReadableStore<ThemeChoice> {
  choose(choice: ThemeChoice): void;
}

const key = "mcp-playground.theme";

/**
 * Reads the kept choice, applies it, and keeps what is chosen later.
 *
 * @param options.storage where the choice is kept; nothing breaks where it refuses
 * @param options.root the element that carries `data-theme`, the document's root
 */
export function createTheme(options: {
  storage: Pick<Storage, "getItem" | "setItem">;
  root: HTMLElement;
}): Theme {
  const { storage, root } = options;
  const kept = storage.getItem(key);
  const store = createStore<ThemeChoice>(
    () => themeChoices.find((choice) => choice === kept) ?? "system",
  );
  const apply = (choice: ThemeChoice) => {
    if (choice === "system") delete root.dataset.theme;
    else root.dataset.theme = choice;
  };
  apply(store.getState());
  store.subscribe((choice) => {
    apply(choice);
    storage.setItem(key, choice);
  });
  return { ...toReadable(store), choose: (choice) => store.setState(choice, true) };
}
