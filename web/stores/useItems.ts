/** Gives components the lists of a connected server. */
import { notifyManager, QueryObserver, type QueryObserverResult } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useSyncExternalStore } from "react";
import type { Item, ListTraits } from "../servers/store/catalog/items.ts";
import { type ItemPages, itemsQuery, type UnreadList } from "../servers/store/catalog/queries.ts";
import type { ConnectedView } from "../servers/store/connections/connection.ts";

/** The items of one list of a connected server. */
export function useItems(
  view: ConnectedView,
  traits: ListTraits,
): QueryObserverResult<readonly Item[], UnreadList> {
  return useListQuery(view, traits, itemsOf);
}

/** Where the list of {@link useItems} ends; undefined until it has been read. */
export function useListEnd(view: ConnectedView, traits: ListTraits): ItemPages | undefined {
  return useListQuery(view, traits, allOf).data;
}

const itemsOf = ({ items }: ItemPages) => items;
const allOf = (pages: ItemPages) => pages;

/**
 * `useQuery` always observes the query client of its first render; here it changes with the server
 * that is shown.
 */
function useListQuery<T>(view: ConnectedView, traits: ListTraits, select: (pages: ItemPages) => T) {
  const { queryClient } = view;
  const options = useMemo(
    () => queryClient.defaultQueryOptions({ ...itemsQuery(view, traits), select }),
    [queryClient, view, traits, select],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: other options are set below
  const observer = useMemo(() => new QueryObserver(queryClient, options), [queryClient]);
  useEffect(() => observer.setOptions(options), [observer, options]);
  useSyncExternalStore(
    useCallback((changed) => observer.subscribe(notifyManager.batchCalls(changed)), [observer]),
    () => observer.getCurrentResult(),
  );
  return observer.getOptimisticResult(options);
}
