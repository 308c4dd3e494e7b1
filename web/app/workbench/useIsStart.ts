/** Tells whether the page is the start page: there is nothing yet that its panes could show. */
import { useStore } from "zustand";
import type { Stores } from "../../stores/stores.ts";

/** False as well for a link's server, a server that a reload closed, and a view that needs none. */
export function useIsStart({ servers, view }: Pick<Stores, "servers" | "view">): boolean {
  const isEmpty = useStore(
    servers.all,
    ({ open, entered }) =>
      open.size === 0 && entered.source !== "link" && entered.lost === undefined,
  );
  const isItem = useStore(view, ({ pane }) => pane === "item");
  return isEmpty && isItem;
}
