/** Tests whether an item matches the filter. */
import type { Item } from "../../stores/catalog/items.ts";

/** Every word of the filter must occur in the name, the title or the description. */
export function matches(item: Item, filter: string): boolean {
  const text = `${item.name}\n${item.title ?? ""}\n${item.description ?? ""}`.toLowerCase();
  return filter
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
