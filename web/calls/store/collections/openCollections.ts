/** Opens the collections of this browser. */

import type { OpenSealedItems } from "../../../platform/storage/sealedItems.ts";
import { type Collections, type CollectionsOptions, createCollections } from "./collections.ts";
import { collectionsDatabase } from "./storedCollections.ts";

export async function openCollections(
  open: OpenSealedItems,
  options: Omit<CollectionsOptions, "items">,
): Promise<Collections> {
  return createCollections({ ...options, items: await open(collectionsDatabase) });
}
