/** Encrypted storage in memory, with the real encryption. */
import { createBrowserHalf, deriveTabKey } from "../auth/storage/sealing.ts";
import { createStoredItems } from "../auth/storage/storedItems.fixture.ts";
import { createSealedItems } from "./sealedItems.ts";

/** @param refuse returns what storing a value throws; undefined stores it */
export function createMemoryItems(refuse?: () => unknown) {
  const { stored, items } = createStoredItems(refuse);
  const key = createBrowserHalf().then(deriveTabKey);
  return { stored, items: createSealedItems(items, () => key) };
}
