/** Marks the items of a list that are new or differ from the list that was read before. */
import { textOfJson } from "../../../../shared/core/text/textOfJson.ts";
import { mapInSlices } from "../../../platform/slices.ts";
import type { Item } from "./items.ts";

/**
 * @param before the earlier list
 * @returns the items of `now`, marked
 */
export async function markChanges(
  before: readonly Item[],
  now: readonly Item[],
  signal?: AbortSignal,
): Promise<readonly Item[]> {
  const known = new Map(before.map((item) => [item.name, item]));
  return mapInSlices(
    now,
    (item): Item => {
      const former = known.get(item.name);
      if (!former) return { ...item, change: "new" };
      return textOfJson(former.raw) === textOfJson(item.raw)
        ? item
        : { ...item, change: "changed" };
    },
    signal,
  );
}
