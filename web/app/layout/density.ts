/** Stores how dense the page is, and applies it to the document. */
import { createStore } from "zustand/vanilla";
import { type ReadableStore, toReadable } from "../../platform/readableStore.ts";

export const densityChoices = ["compact", "comfortable"] as const;

/** `comfortable` enlarges text, rows and controls alike. */
export type DensityChoice = (typeof densityChoices)[number];

export interface Density extends ReadableStore<DensityChoice> {
  choose(choice: DensityChoice): void;
}

const key = "mcp-playground.density";

/**
 * Reads the stored density, applies it, and stores later choices.
 * @param options.root the element that gets `data-density`: the document's root
 */
export function createDensity(options: {
  storage: Pick<Storage, "getItem" | "setItem">;
  root: HTMLElement;
}): Density {
  const { storage, root } = options;
  const kept = storage.getItem(key);
  const store = createStore<DensityChoice>(
    () => densityChoices.find((choice) => choice === kept) ?? "compact",
  );
  const apply = (choice: DensityChoice) => {
    if (choice === "compact") delete root.dataset.density;
    else root.dataset.density = choice;
  };
  apply(store.getState());
  store.subscribe((choice) => {
    apply(choice);
    storage.setItem(key, choice);
  });
  return { ...toReadable(store), choose: (choice) => store.setState(choice, true) };
}
