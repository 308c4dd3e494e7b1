/** Whether an item is one the person is looking for. */
import type { Item } from "../../stores/catalog/items.ts";

/** Every word of the filter must stand somewhere in the name, the title or the description. */
export function matches(item: Item, filter: string): boolean {
  const text = `${item.name}\n${item.title ?? ""}\n${item.description ?? ""}`.toLowerCase();
  return filter
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
