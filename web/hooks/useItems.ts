/** Gives components the lists of a connected server. */
import { useQuery } from "@tanstack/react-query";
import type { ListTraits } from "../stores/catalog/items.ts";
import { type ItemPages, itemsQuery } from "../stores/catalog/queries.ts";
import type { ConnectedView } from "../stores/connections/connection.ts";

/** The items of one list of a connected server. */
export function useItems(view: ConnectedView, traits: ListTraits) {
  return useQuery({ ...itemsQuery(view, traits), select: itemsOf }, view.queryClient);
}

/** Where the list of {@link useItems} stops; undefined until it has been read. */
export function useListEnd(view: ConnectedView, traits: ListTraits) {
  return useQuery(itemsQuery(view, traits), view.queryClient).data;
}

const itemsOf = ({ items }: ItemPages) => items;
