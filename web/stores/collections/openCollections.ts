/** Opens the collections of this browser. */
import type { ConnectionRecords } from "../connections/connectionRecords.ts";
import { openSealedItems } from "../persistence/sealedItems.ts";
import { type Collections, createCollections } from "./collections.ts";
import { collectionsDatabase } from "./storedCollections.ts";

export function openCollections(records: ConnectionRecords, newId: () => string): Collections {
  return createCollections({ items: openSealedItems(collectionsDatabase), records, newId });
}
