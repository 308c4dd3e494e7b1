/** Stores the user's choice of light or dark, and applies it to the document. */
import { createStore } from "zustand/vanilla";
import { type ReadableStore, toReadable } from "../../platform/readableStore.ts";

export const themeChoices = ["system", "light", "dark"] as const;

/** `system` follows the operating system. */
export type ThemeChoice = (typeof themeChoices)[number];

export interface Theme extends ReadableStore<ThemeChoice> {
  choose(choice: ThemeChoice): void;
}

const key = "mcp-playground.theme";

/**
 * Reads the stored theme, applies it, and stores later choices.
 * @param options.storage where the choice is stored; storage errors are ignored
 * @param options.root the element that gets `data-theme`: the document's root
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
