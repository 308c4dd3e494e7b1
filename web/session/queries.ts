/** What a server offers, asked for once and again when it says that it changed. */
import { type QueryClient, useQuery } from "@tanstack/react-query";
import type { Outcome } from "../../shared/client/outcome.ts";
import { readPages } from "../../shared/client/pages.ts";
import type { Connection } from "./connection.ts";
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
export function useItems(connection: Connection, revision: string, traits: ListTraits) {
  const { id, session } = connection;
  return useQuery<readonly Item[], UnreadList>({
    queryKey: [id, revision, "", traits.method, ""],
    queryFn: async ({ signal }) => {
      const pages = await readPages(session, traits.method, traits.member, signal);
      if (pages.kind === "stopped") throw new UnreadList(pages.outcome);
      return pages.items.map((item) => readItem(traits.kind, item));
    },
  });
}

/** Asks again for what a notification says has changed. */
export function refreshAfter(client: QueryClient, connectionId: string, method: string): void {
  const changed = /^notifications\/(tools|resources|prompts)\/list_changed$/.exec(method)?.[1];
  if (!changed) return;
  for (const { capability, method: list } of lists) {
    if (capability !== changed) continue;
    void client.invalidateQueries({
      predicate: ({ queryKey }) => queryKey[0] === connectionId && queryKey[3] === list,
    });
  }
}
