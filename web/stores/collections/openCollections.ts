/** Opens the collections of this browser. */

import { openSealedItems } from "../persistence/sealedItems.ts";
import type { Servers } from "../servers/serversStore.ts";
import { type Collections, createCollections } from "./collections.ts";
import { collectionsDatabase } from "./storedCollections.ts";

export function openCollections(servers: Servers, newId: () => string): Collections {
  return createCollections({ items: openSealedItems(collectionsDatabase), servers, newId });
}
