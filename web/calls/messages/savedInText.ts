/** Says where a call was saved. */
import type { Collection } from "../../../shared/collections/collection.ts";
import { collectionLimits } from "../../../shared/collections/collection.ts";
import { escapeHidden } from "../../../shared/core/text/visibleText.ts";
import { formatCount } from "../../messages/quantities.ts";

export function savedInText(savedIn: Pick<Collection, "name"> | "full"): string {
  return savedIn === "full"
    ? `Not saved: a collection holds up to ${formatCount(collectionLimits.calls, "call")}`
    : `Saved in ${escapeHidden(savedIn.name)}`;
}
