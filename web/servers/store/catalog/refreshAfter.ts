/** Invalidates lists after change notifications of a server. */
import type { QueryClient } from "@tanstack/react-query";
import { lists } from "./items.ts";

/** Invalidates the lists that a notification reports as changed. */
export function refreshAfter(client: QueryClient, method: string): void {
  // a flood holds other notifications, for which the pattern is slow
  if (!method.endsWith("/list_changed")) return;
  const changed = /^notifications\/(tools|resources|prompts)\/list_changed$/.exec(method)?.[1];
  if (!changed) return;
  for (const { capability, method: list } of lists) {
    if (capability !== changed) continue;
    void client.invalidateQueries({
      predicate: ({ queryKey }) => queryKey[1] === list,
    });
  }
}
