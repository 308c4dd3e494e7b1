/** Queries for a server's lists, which are requested again after change notifications. */
import { queryOptions } from "@tanstack/react-query";
import type { Connected } from "../../../../shared/client/connected.ts";
import type { Pages } from "../../../../shared/client/pages.ts";
import type { RequestOutcome } from "../../../../shared/client/session/outcome.ts";
import { textOfJson } from "../../../../shared/core/text/textOfJson.ts";
import { mapInSlices } from "../../../platform/slices.ts";
import type { ItemKind } from "../../../view/selection.ts";
import type { ConnectedView } from "../connections/connection.ts";
import {
  anyUriTemplate,
  type Item,
  type ListTraits,
  lists,
  readItem,
  traitsOfKind,
} from "./items.ts";
import type { ListKey } from "./listCache.ts";

/** A list that could not be read completely; carries the response that ended it. */
export class UnreadList extends Error {
  readonly outcome: Exclude<RequestOutcome, { kind: "result" }>;
  constructor(outcome: Exclude<RequestOutcome, { kind: "result" }>) {
    super(outcome.kind);
    this.name = "UnreadList";
    this.outcome = outcome;
  }
}

/** The pages of one list that were read. */
export interface ItemPages {
  readonly items: readonly Item[];
  /** Why the list stops before its end, if it does. */
  readonly cut: Cut | undefined;
  /** The cursor of the next page. */
  readonly next: string | undefined;
}

type Cut = Extract<Pages, { kind: "complete" }>["cut"];

/**
 * Reads more pages of a truncated list.
 * @throws {UnreadList} if the server does not return the next pages
 */
export async function loadMore(view: ConnectedView, traits: ListTraits): Promise<void> {
  const { queryClient } = view;
  const { queryKey } = itemsQuery(view, traits);
  const known = queryClient.getQueryData(queryKey);
  if (known?.next === undefined) return;
  const more = await askForItems(view.client, traits, undefined, known.next);
  queryClient.setQueryData(queryKey, (now) =>
    now === known ? { ...more, items: [...known.items, ...more.items] } : now,
  );
}

/** Requests every list that the server declares, before a component that shows them is rendered. */
export function askForLists(view: ConnectedView): void {
  const { queryClient } = view;
  for (const traits of lists) {
    if (view.client.offers(traits.method)) void queryClient.prefetchQuery(itemsQuery(view, traits));
  }
}

/** Requests a list that the server does not declare; {@link itemsQuery} has the result. */
export function askAnyway(view: ConnectedView, traits: ListTraits): void {
  view.client.allow(traits.method);
  void view.queryClient.refetchQueries({ queryKey: itemsQuery(view, traits).queryKey });
}

/** Reads a list again if its server has said that it has changed. */
export async function readChanges(view: ConnectedView, kind: ItemKind): Promise<void> {
  // what a list had before an error stays in the cache
  await view.queryClient.fetchQuery(itemsQuery(view, traitsOfKind(kind))).catch(() => undefined);
}

/**
 * Tells, between the calls of a run, whether what a list says has to be checked.
 * @returns true the first time, and then if the list has changed since the last time
 */
export function listChanges(view: ConnectedView, kind: ItemKind): () => Promise<boolean> {
  const { queryKey } = itemsQuery(view, traitsOfKind(kind));
  let checked: { readonly list: ItemPages | undefined } | undefined;
  return async () => {
    await readChanges(view, kind);
    const list = view.queryClient.getQueryData(queryKey);
    const isDue = !checked || checked.list !== list;
    checked = { list };
    return isDue;
  };
}

/**
 * An item as its server lists it now.
 * @returns undefined if its list was never read
 */
export async function currentItem(
  view: ConnectedView,
  item: Pick<Item, "kind" | "name">,
): Promise<Item | undefined> {
  await readChanges(view, item.kind);
  return findItem(view, item);
}

/**
 * The selected item of a server, as listed, or made from its name if its list does not contain it.
 * @returns undefined until its list has been read
 */
export function findItem(
  view: ConnectedView,
  { kind, name }: { readonly kind: ItemKind; readonly name: string },
): Item | undefined {
  const traits = traitsOfKind(kind);
  const known = view.queryClient.getQueryData(itemsQuery(view, traits).queryKey);
  return known && (known.items.find((item) => item.name === name) ?? unlistedItem(kind, name));
}

/** An item of which only the name is known: a link or a result may refer to unlisted items. */
export function unlistedItem(kind: ItemKind, name: string): Item {
  const isAnyUri = kind === "template" && name === anyUriTemplate;
  return readItem(kind, {
    [traitsOfKind(kind).nameMember]: name,
    ...(isAnyUri && {
      name: "Read any URI",
      description:
        "Reads a resource that the server does not list. The URI is sent as you write it.",
    }),
  });
}

/**
 * The number of items that a server has listed so far, or why it is not known: the list is being
 * read, could not be read, is not declared, is not in the recording, or the client of a tap has not
 * asked for it.
 */
export type ListSize =
  | number
  | "reading"
  | "failed"
  | "not-declared"
  | "not-recorded"
  | "not-asked";

export function listSize(view: ConnectedView, traits: ListTraits): ListSize {
  const state = view.queryClient.getQueryState(itemsQuery(view, traits).queryKey);
  const { data } = state ?? {};
  if (data && data.items.length > 0) return data.items.length;
  if (!view.client.offers(traits.method)) return "not-declared";
  if (data?.cut === "not-recorded" || data?.cut === "not-asked") return data.cut;
  if (!state || state.fetchStatus === "fetching") return "reading";
  if (state.status === "error") return "failed";
  return data ? 0 : "reading";
}

/** The items that a server has listed so far, by kind. */
export type ListedItems = ReadonlyMap<ItemKind, readonly Item[]>;

/** The lists that are in the cache; lists that were not read are missing. */
export function knownItems(view: ConnectedView): ListedItems {
  return new Map(
    lists.flatMap((traits) => {
      const known = view.queryClient.getQueryData(itemsQuery(view, traits).queryKey);
      const size = known && listSize(view, traits);
      const isRead = known && size !== "not-recorded" && size !== "not-asked";
      return isRead ? [[traits.kind, known.items] as const] : [];
    }),
  );
}

/** Reads every list that the server declares; lists that cannot be read are missing. */
export async function readItems(view: ConnectedView): Promise<ListedItems> {
  const read = await Promise.all(
    lists.map(async (traits) => {
      if (!view.client.offers(traits.method)) return [];
      const read = await view.queryClient
        .fetchQuery(itemsQuery(view, traits))
        .catch(() => undefined);
      return read ? [[traits.kind, read.items] as const] : [];
    }),
  );
  return new Map(read.flat());
}

/** How one list of a connected server is read. */
export function itemsQuery({ client, connection }: ConnectedView, traits: ListTraits) {
  const queryKey: ListKey = [connection.serverId, connection.id, traits.method];
  return queryOptions<ItemPages, UnreadList, ItemPages, ListKey>({
    queryKey,
    async queryFn({ signal, client: cache, queryKey }) {
      const before = cache.getQueryData<ItemPages>(queryKey);
      const pages = await askForItems(client, traits, signal);
      if (!before) return pages;
      return { ...pages, items: await markChanges(before.items, pages.items, signal) };
    },
    // Structural sharing is off: comparing long lists of deep definitions is slower than rendering
    // them.
    structuralSharing: false,
  });
}

const noPages: ItemPages = { items: [], cut: undefined, next: undefined };

async function askForItems(
  client: Connected,
  { method, member, kind }: ListTraits,
  signal?: AbortSignal,
  from?: string,
): Promise<ItemPages> {
  // whatever shows a list may observe it, but nothing that is not declared is requested
  if (!client.offers(method)) return noPages;
  const options = { ...(signal ? { signal } : {}), ...(from === undefined ? {} : { from }) };
  const pages = await client.list(method, member, options);
  if (pages.kind === "stopped") throw new UnreadList(pages.outcome);
  const { cut, next } = pages;
  const read = (value: unknown) => {
    const broken = kind === "tool" ? client.excludes(value) : undefined;
    return { ...readItem(kind, value), ...(broken ? { broken } : {}) };
  };
  return { items: await mapInSlices(pages.items, read, signal), cut, next };
}

/**
 * @param before the earlier list
 * @returns the items of `now`, marked
 */
async function markChanges(
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
