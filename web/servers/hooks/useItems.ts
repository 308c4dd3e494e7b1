/** Gives components the lists of a connected server. */
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import type { Item, ListTraits } from "../store/catalog/items.ts";
import {
  type ItemPages,
  itemsQuery,
  type ListSize,
  listSize,
  type UnreadList,
} from "../store/catalog/queries.ts";
import type { ConnectedView } from "../store/connections/connection.ts";

/** The items of one list of a connected server. */
export function useItems(
  view: ConnectedView,
  traits: ListTraits,
): UseQueryResult<readonly Item[], UnreadList> {
  return useListQuery(view, traits, itemsOf);
}

/** Where the list of {@link useItems} ends; undefined until it has been read. */
export function useListEnd(view: ConnectedView, traits: ListTraits): ItemPages | undefined {
  return useListQuery(view, traits, allOf).data;
}

/** How many items the list of {@link useItems} has, or why that is not known. */
export function useListSize(view: ConnectedView, traits: ListTraits): ListSize {
  useListQuery(view, traits, allOf);
  return listSize(view, traits);
}

const itemsOf = ({ items }: ItemPages) => items;
const allOf = (pages: ItemPages) => pages;

function useListQuery<T>(view: ConnectedView, traits: ListTraits, select: (pages: ItemPages) => T) {
  return useQuery({ ...itemsQuery(view, traits), select }, view.queryClient);
}
