/** Puts header lists together; a later list wins over an earlier one, whatever the case of a name. */
import type { Header } from "../../core/headers.ts";

export function mergeHeaders(...lists: readonly (readonly Header[])[]): Header[] {
  const merged = new Map<string, Header>();
  for (const list of lists) {
    for (const header of list) merged.set(header[0].toLowerCase(), header);
  }
  return [...merged.values()];
}
