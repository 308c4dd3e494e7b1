/** Saves calls in the collection that is shown, and returns which one it was. */
import { useState } from "react";
import type { Assertion, Collection, SavedCall } from "../../../shared/collections/collection.ts";
import { useStores } from "../../stores/StoresContext.tsx";
import { lastResultOf } from "../store/collections/openCall.ts";

/** The result of saving a call: the collection that contains it now, or none that had room. */
type SavedIn = Pick<Collection, "name"> | "full";

interface SaveMore {
  readonly assertion?: Assertion;
  /** JSON text of the call's result; by default that of its newest run. */
  readonly resultText?: string | undefined;
}

interface SaveCall {
  readonly savedIn: SavedIn | undefined;
  /** @param more the assertion is added to the call, or to the same call if it was saved before */
  save(call: SavedCall, more?: SaveMore): void;
}

export function useSaveCall(): SaveCall {
  const stores = useStores();
  const [savedIn, setSavedIn] = useState<SavedIn>();
  const save = async (call: SavedCall, { assertion, resultText }: SaveMore = {}) => {
    // a second call that is saved is announced like the first
    setSavedIn(undefined);
    const store = await stores.calls.collections();
    await store.load();
    const result = resultText ?? lastResultOf(stores, call);
    const saved = assertion
      ? store.saveAssertion(call, assertion, result)
      : store.saveCall(call, result);
    setSavedIn(saved ?? "full");
  };
  return { savedIn, save: (call, more) => void save(call, more) };
}
