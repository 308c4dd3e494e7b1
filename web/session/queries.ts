/** What a server offers, asked for once and again when it says that it changed. */
import { type QueryClient, queryOptions, useQuery } from "@tanstack/react-query";
import type { Connected } from "../../shared/client/client.ts";
import type { Outcome } from "../../shared/client/outcome.ts";
import type { ConnectedView } from "./connection.ts";
import { type Item, type ItemKind, type ListTraits, lists, readItem } from "./items.ts";

/** A list that could not be read to its end; carries the answer that ended it. */
export class UnreadList extends Error {
  readonly outcome: Exclude<Outcome, { kind: "result" }>;
  constructor(outcome: Exclude<Outcome, { kind: "result" }>) {
    super(outcome.kind);
    this.name = "UnreadList";
    this.outcome = outcome;
  }
}

/** The items of one list of a connected server. */
export function useItems(view: ConnectedView, traits: ListTraits) {
  return useQuery(itemsQuery(view, traits));
}

/** Asks for every list that the server declares, before anything has been drawn that shows them. */
export function askForLists(queryClient: QueryClient, view: ConnectedView): void {
  const { capabilities } = view.client.agreement;
  for (const traits of lists) {
    if (capabilities[traits.capability]) void queryClient.prefetchQuery(itemsQuery(view, traits));
  }
}

/** What a server has listed so far, by kind. */
export type ListedItems = ReadonlyMap<ItemKind, readonly Item[]>;

/** What is known of a server's lists without asking; lists that nobody has read are missing. */
export function knownItems(queryClient: QueryClient, view: ConnectedView): ListedItems {
  return new Map(
    lists.flatMap((traits) => {
      const items = queryClient.getQueryData(itemsQuery(view, traits).queryKey);
      return items ? [[traits.kind, items] as const] : [];
    }),
  );
}

/** Reads every list that the server declares; those that cannot be read are missing. */
export async function readItems(
  queryClient: QueryClient,
  view: ConnectedView,
): Promise<ListedItems> {
  const { capabilities } = view.client.agreement;
  const read = await Promise.all(
    lists.map(async (traits) => {
      if (!capabilities[traits.capability]) return [];
      const items = await queryClient.fetchQuery(itemsQuery(view, traits)).catch(() => undefined);
      return items ? [[traits.kind, items] as const] : [];
    }),
  );
  return new Map(read.flat());
}

function itemsQuery({ connection, client }: ConnectedView, traits: ListTraits) {
  const { revision } = client.agreement;
  return queryOptions<readonly Item[], UnreadList>({
    queryKey: [connection.id, revision, "", traits.method, ""],
    queryFn: ({ signal }) => askForItems(client, traits, signal),
  });
}

async function askForItems(
  client: Connected,
  { method, member, kind }: ListTraits,
  signal: AbortSignal,
) {
  const pages = await client.list(method, member, { signal });
  if (pages.kind === "stopped") throw new UnreadList(pages.outcome);
  return pages.items.map((value) => {
    const broken = kind === "tool" ? client.excludes(value) : undefined;
    return { ...readItem(kind, value), ...(broken ? { broken } : {}) };
  });
}
