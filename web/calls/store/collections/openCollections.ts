/** Opens the collections of this browser. */

import type { OpenSealedItems } from "../../../platform/storage/sealedItems.ts";
import type { Servers } from "../../../servers/store/serversStore.ts";
import { type Collections, createCollections } from "./collections.ts";
import { collectionsDatabase } from "./storedCollections.ts";

export async function openCollections(
  open: OpenSealedItems,
  servers: Servers,
  newId: () => string,
): Promise<Collections> {
  return createCollections({ items: await open(collectionsDatabase), servers, newId });
}
