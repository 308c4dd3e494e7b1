/** Saves calls in the collection that is shown, and returns which one it was. */
import { useState } from "react";
import type { Assertion, Collection, SavedCall } from "../../../shared/collections/collection.ts";
import { useStores } from "../../stores/StoresContext.tsx";

/** The result of saving a call: the collection that contains it now, or none that had room. */
type SavedIn = Pick<Collection, "name"> | "full";

interface SaveCall {
  readonly savedIn: SavedIn | undefined;
  /** @param assertion added to the call, or to the same call if it was saved before */
  save(call: SavedCall, assertion?: Assertion): void;
}

export function useSaveCall(): SaveCall {
  const { collections } = useStores();
  const [savedIn, setSavedIn] = useState<SavedIn>();
  const save = async (call: SavedCall, assertion?: Assertion) => {
    // a second call that is saved is announced like the first
    setSavedIn(undefined);
    const store = await collections();
    await store.load();
    const saved = assertion ? store.saveAssertion(call, assertion) : store.saveCall(call);
    setSavedIn(saved ?? "full");
  };
  return { savedIn, save: (call, assertion) => void save(call, assertion) };
}
