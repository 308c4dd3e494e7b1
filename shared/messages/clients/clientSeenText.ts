/** Sentences about how what a client was seen to do compares with what is known about it. */

import type { CatalogClient } from "../../clients/clientCatalog.ts";
import type { ClientFact, FactName } from "../../clients/clientFacts.ts";
import type { FactComparison } from "../../clients/seen/compareFacts.ts";
import type { SeenFacts } from "../../clients/seen/seenFacts.ts";
import { countText } from "../../core/countText.ts";
import { exactLine } from "../../core/text/exactText.ts";
import { factSourceText } from "../clientFindingText.ts";
import { asSentence, durationText } from "../phrases.ts";

/** Characters of a value that are shown. */
const maxValue = 200;

const valueText = (fact: FactName, value: unknown) =>
  fact === "callLimit" && typeof value === "number"
    ? durationText(value)
    : exactLine(JSON.stringify(value) ?? "", maxValue);

const factNames: { readonly [Name in FactName]?: string } = {
  clientInfo: "its name",
  capabilities: "its capabilities",
  revision: "the revision that it offers",
  firstRequest: "its first request",
  transports: "the transports that it tries",
  streamRefusal: "the refusal of a GET after which it goes on",
  callLimit: "the time that it waits for a call",
  toolPages: "the pages of tools/list that it reads",
  listChanged: "what it does after “list changed”",
  sessionLost: "what it does after a lost session",
};

/** For example `Codex@0.14x`. */
export const clientRange = ({ title, versions }: Pick<CatalogClient, "title" | "versions">) =>
  `${title}@${versions}`;

/**
 * @param client undefined where its name is said already
 * @returns undefined of what was not seen
 */
export function comparisonText(
  client: Pick<CatalogClient, "title" | "versions"> | undefined,
  { fact, state, known, seen }: FactComparison,
): string | undefined {
  if (!seen) return undefined;
  const name = factNames[fact] ?? fact;
  const value = valueText(fact, seen.value);
  const of = client ? ` of ${clientRange(client)}` : "";
  if (!known) return `Not known${of} so far: ${name}, here ${value}`;
  if (state === "same") return `As known: ${name}, ${value}`;
  const source = factSourceText(known);
  const text = `${name} is ${value}, known is ${valueText(fact, known.value)} (${source})`;
  return client
    ? `Differs from what is known about ${clientRange(client)}: ${text}`
    : asSentence(text);
}

/** A fact with its value and how it is known. */
export const knownFactText = (name: FactName, { value, ...known }: ClientFact): string =>
  `${asSentence(factNames[name] ?? name)}: ${valueText(name, value)} (${factSourceText(known)})`;

/** For example “3 facts are as known about Codex@0.14x, 8 were not seen”. */
export function factsAsKnownText(
  client: Pick<CatalogClient, "title" | "versions">,
  comparisons: readonly FactComparison[],
): string {
  const count = (wanted: FactComparison["state"]) =>
    comparisons.filter(({ state }) => state === wanted).length;
  const same = count("same");
  const verb = same === 1 ? "is" : "are";
  return `${countText(same, "fact")} ${verb} as known about ${clientRange(client)}, ${count("not-seen")} not seen`;
}

/** The file whose change a difference calls for. */
export const profilePath = ({ id }: Pick<CatalogClient, "id">) =>
  `shared/clients/profiles/${id}.json`;

/** Where the proof of a change is, for example `recording of codex-mcp-client 0.169.0`. */
export function proofOf({ clientInfo }: SeenFacts): string {
  const { name = "a client", version = "" } = clientInfo?.value ?? {};
  return exactLine(`recording of ${name} ${version}`.trim(), maxValue);
}
