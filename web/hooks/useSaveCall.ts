/** Saves calls in the collection that is shown, and returns which one it was. */
import { useState } from "react";
import type { Collection, SavedCall } from "../../shared/collections/collection.ts";
import { useStores } from "./StoresContext.tsx";

/** The result of saving a call: the collection that contains it now, or none that had room. */
type SavedIn = Pick<Collection, "name"> | "full";

export interface SaveCall {
  readonly savedIn: SavedIn | undefined;
  save(call: SavedCall): void;
}

export function useSaveCall(): SaveCall {
  const { collections } = useStores();
  const [savedIn, setSavedIn] = useState<SavedIn>();
  const save = async (call: SavedCall) => {
    // a second call that is saved is announced like the first
    setSavedIn(undefined);
    const store = await collections();
    await store.load();
    setSavedIn(store.saveCall(call) ?? "full");
  };
  return { savedIn, save: (call) => void save(call) };
}
