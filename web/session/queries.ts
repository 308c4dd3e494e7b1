/** What a server offers, asked for once and again when it says that it changed. */
import { type QueryClient, queryOptions, useQuery } from "@tanstack/react-query";
import type { Connected } from "../../shared/client/client.ts";
import type { Outcome } from "../../shared/client/outcome.ts";
import type { ConnectedView } from "./connection.ts";
import { type Item, type ListTraits, lists, readItem } from "./items.ts";

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

function itemsQuery({ connection, client }: ConnectedView, traits: ListTraits) {
  const { revision } = client.agreement;
  return queryOptions<readonly Item[], UnreadList>({
    queryKey: [connection.id, revision, "", traits.method, ""],
    queryFn: ({ signal }) => readItems(client, traits, signal),
  });
}

async function readItems(
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
