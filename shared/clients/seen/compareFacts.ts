/** Compares what a client was seen to do with what is known about it. */
import { sameJson } from "../../core/json/sameJson.ts";
import type { CatalogClient } from "../clientCatalog.ts";
import type { ClientFact, ClientFacts, FactName } from "../clientFacts.ts";
import type { SeenFact, SeenFacts } from "./seenFacts.ts";

export interface FactComparison {
  readonly fact: FactName;
  /** `new`: it was seen, and nothing is known about it. */
  readonly state: "differs" | "new" | "same" | "not-seen";
  readonly known: ClientFact | undefined;
  readonly seen: SeenFact | undefined;
}

/** What the program decides that uses an SDK. */
const factsOfPrograms: ReadonlySet<FactName> = new Set([
  "clientInfo",
  "capabilities",
  "toolPages",
  "listChanged",
]);

/** One comparison for each fact that is known or seen: what differs first. */
export function compareFacts({ facts }: CatalogClient, seen: SeenFacts): readonly FactComparison[] {
  const names = new Set([...Object.keys(facts), ...Object.keys(seen)] as FactName[]);
  const all = [...names].map((fact): FactComparison => {
    const [known, own] = [facts[fact], seen[fact]];
    if (!own) return { fact, state: "not-seen", known, seen: own };
    if (!known) return { fact, state: "new", known, seen: own };
    return { fact, state: isSame(fact, facts, seen) ? "same" : "differs", known, seen: own };
  });
  // an SDK has no name of its own
  const isSdk = facts.clientInfo === undefined;
  const compared = all.filter(({ fact, known }) => known || !isSdk || !factsOfPrograms.has(fact));
  return compared.toSorted((one, other) => order.indexOf(one.state) - order.indexOf(other.state));
}

const order: readonly FactComparison["state"][] = ["differs", "new", "same", "not-seen"];

/** How far a time that was seen may be from the known one, as a factor. */
const tolerance = 1.05;

function isSame(fact: FactName, known: ClientFacts, seen: SeenFacts): boolean {
  switch (fact) {
    case "clientInfo": {
      // a version that is not known differs from release to release
      const value = known.clientInfo?.value;
      const { name = "", version, title } = seen.clientInfo?.value ?? {};
      if (known.otherNames?.value.includes(name)) return true;
      return (
        value !== undefined &&
        isNamed(value.name, name) &&
        (value.version ?? version) === version &&
        (value.title ?? title) === title
      );
    }
    case "transports": {
      const places = seen.transports?.value.map((each) => known.transports?.value.indexOf(each));
      return (places ?? []).every(
        (place, index, all) => place !== undefined && place > (all[index - 1] ?? -1),
      );
    }
    case "streamRefusal":
      return (seen.streamRefusal?.value ?? []).every((status) =>
        known.streamRefusal?.value.includes(status),
      );
    case "callLimit": {
      const [limit = 0, ms = 0] = [known.callLimit?.value, seen.callLimit?.value];
      return ms >= limit / tolerance && ms <= limit * tolerance;
    }
    default:
      return sameJson(known[fact]?.value, seen[fact]?.value);
  }
}

const serverPart = "<server>";

/** Some name the server that they are for in their own name. */
function isNamed(known: string | undefined, name: string | undefined): boolean {
  if (known === undefined || !known.endsWith(serverPart)) return known === name;
  return name?.startsWith(known.slice(0, -serverPart.length)) === true;
}

type SeenTransport = NonNullable<SeenFacts["transports"]>["value"][number];

/** The client that calls itself so; of several, the one whose versions or transport fit. */
export function clientNamed(
  catalog: readonly CatalogClient[],
  { name, version = "" }: { readonly name?: string; readonly version?: string | undefined },
  transport?: SeenTransport,
): CatalogClient | undefined {
  const named = catalog.filter(
    ({ facts }) =>
      isNamed(facts.clientInfo?.value.name, name) ||
      (name !== undefined && facts.otherNames?.value.includes(name)),
  );
  const fits = ({ facts, versions }: CatalogClient) =>
    (isVersionOf(version, versions) ? 2 : 0) +
    (transport && facts.transports?.value.includes(transport) ? 1 : 0);
  return named.toSorted((one, other) => fits(other) - fits(one))[0];
}

/** Whether a version is in ranges such as `2`, `1.x` or `0.14x, 0.16x`. */
export function isVersionOf(version: string, ranges: string): boolean {
  return ranges.split(", ").some((range) => {
    const start = range.replace(/x$/, "");
    if (!version.startsWith(start)) return false;
    return range.endsWith("x") || version === start || version[start.length] === ".";
  });
}

/** How a recording proves a fact. */
export interface FactProof {
  readonly source: string;
  /** `YYYY-MM-DD` */
  readonly date: string;
}

/**
 * The change of the client's file that makes its facts those that were seen, as a JSON Patch: a
 * merge would mix members of an old and a new value.
 * @returns undefined if nothing differs
 */
export function profileChange(
  comparisons: readonly FactComparison[],
  { source, date }: FactProof,
): string | undefined {
  const operations = comparisons.flatMap(({ fact, state, seen }) =>
    (state === "differs" || state === "new") && seen
      ? [
          {
            op: "add",
            path: `/facts/${fact}`,
            value: {
              value: seen.value,
              source: proofText(source, seen),
              date,
              confidence: "recording",
            },
          },
        ]
      : [],
  );
  return operations.length === 0 ? undefined : JSON.stringify(operations, undefined, 2);
}

const proofText = (source: string, { seqs }: SeenFact) =>
  `${source}, ${seqs.length === 1 ? "entry" : "entries"} ${seqs.join(" and ")}`;
