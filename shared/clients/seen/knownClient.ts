/** Finds the client of a session in the catalogue, and compares what it does with what is known. */
import type { Entry, MessageEntry } from "../../log/entry.ts";
import type { ClientAct } from "../../taps/acts/clientAct.ts";
import { type CatalogClient, clientCatalog } from "../clientCatalog.ts";
import { clientNamed, compareFacts, type FactComparison } from "./compareFacts.ts";
import { readSeenFacts, type SeenFacts } from "./seenFacts.ts";

export interface RecognisedClient {
  readonly client: CatalogClient;
  /** What differs first. */
  readonly comparisons: readonly FactComparison[];
  readonly seen: SeenFacts;
}

/**
 * @param acts what is said about the client, from the same entries
 * @param read returns the text of a message as its sender sent it
 * @returns undefined if it is not known
 */
export async function compareKnownClient(
  entries: readonly Entry[],
  acts: readonly ClientAct[],
  read: (entry: MessageEntry) => Promise<string>,
): Promise<RecognisedClient | undefined> {
  const seen = await readSeenFacts(entries, acts, read);
  const client = clientNamed(
    clientCatalog,
    seen.clientInfo?.value ?? {},
    seen.transports?.value[0],
  );
  return client && { client, comparisons: compareFacts(client, seen), seen };
}
