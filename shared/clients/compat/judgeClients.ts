/** Judges from one session how a server works with each client. */
import { encodeText, sha256 } from "../../core/bytes.ts";
import { toHex } from "../../core/hex.ts";
import type { CatalogClient } from "../clientCatalog.ts";
import type { ClientFact, FactName } from "../clientFacts.ts";
import {
  type ClientFinding,
  type CompatColumn,
  compatColumns,
  isNoFault,
} from "./clientProblem.ts";
import { directoryFindings } from "./directoryRules.ts";
import { listFindings } from "./listRules.ts";
import type { ObservedServer } from "./observedServer.ts";
import { hasPublicAddress, reachFindings, signInFindings } from "./reachRules.ts";
import { appFindings, callFindings, resultFindings } from "./useRules.ts";

/**
 * How a client gets on with one thing. `fails`: it cannot do it. `loses`: something is lost, or only
 * a claim says that it cannot. `works`: every fact that is known is met. `not-seen`: the session has
 * nothing to judge by. `not-known`: no fact about the client decides.
 */
export type CellState = "fails" | "loses" | "works" | "not-seen" | "not-known";

export interface CompatCell {
  readonly state: CellState;
  readonly findings: readonly JudgedFinding[];
  /** The facts that were compared. */
  readonly facts: readonly FactName[];
}

/** A finding with what is known about the client. */
export interface JudgedFinding extends ClientFinding {
  readonly known: ClientFact;
}

export interface CompatRow {
  readonly client: Pick<CatalogClient, "id" | "title" | "versions" | "hosted">;
  readonly cells: Readonly<Record<CompatColumn, CompatCell>>;
}

/** The facts that decide each column. */
const factsOf: Readonly<Record<CompatColumn, readonly FactName[]>> = {
  reach: [
    "network",
    "transports",
    "startLimit",
    "firstRequest",
    "discoverLimit",
    "streamRefusal",
    "strayOutput",
    "revision",
  ],
  "sign-in": ["registration", "resource"],
  list: [
    "toolPages",
    "toolCount",
    "toolName",
    "descriptions",
    "schema",
    "listChanged",
    "emptyServer",
  ],
  call: ["callLimit"],
  result: ["modelGets", "resultLimit", "imagesWithStructured"],
  app: ["capabilities", "apps"],
  directory: ["directory"],
};

/** @returns a row for each client, in their order */
export function judgeClients(
  clients: readonly CatalogClient[],
  server: ObservedServer,
): Promise<readonly CompatRow[]> {
  return Promise.all(clients.map((client) => judgeClient(client, server)));
}

async function judgeClient(
  { facts, id, title, versions, hosted }: CatalogClient,
  server: ObservedServer,
): Promise<CompatRow> {
  const found = [
    ...reachFindings(facts, server),
    ...signInFindings(facts, server),
    ...listFindings(facts, server),
    ...callFindings(facts, server),
    ...resultFindings(facts, server),
    ...(await appFindings(facts, server, claudeDomain)),
    ...directoryFindings(facts, server),
  ].flatMap((finding): JudgedFinding[] => {
    const known = facts[finding.fact];
    return known ? [{ ...finding, known }] : [];
  });
  const seen = seenColumns(server);
  // that this machine reaches a server says nothing about a client that runs elsewhere
  const isOutOfReach = hosted && !hasPublicAddress(server);
  const cells = compatColumns.map((column): readonly [CompatColumn, CompatCell] => {
    const findings = found.filter((finding) => finding.column === column);
    const compared = factsOf[column].filter((name) => facts[name] !== undefined);
    const isSeen = seen.has(column) && !(column === "reach" && isOutOfReach);
    return [column, { state: stateOf(findings, compared, isSeen), findings, facts: compared }];
  });
  return {
    client: { id, title, versions, hosted },
    cells: Object.fromEntries(cells) as CompatRow["cells"],
  };
}

/** Whether the client cannot do it, by more than a claim. */
export function isCertainFailure({ isFailure, known }: JudgedFinding): boolean {
  return isFailure && known.confidence !== "claim";
}

function stateOf(
  findings: readonly JudgedFinding[],
  compared: readonly FactName[],
  isSeen: boolean,
): CellState {
  if (findings.some(isCertainFailure)) {
    return "fails";
  }
  const isUntried = findings.some(({ problem }) => problem.code === "needs-public-address");
  if (!isUntried && !findings.every(({ problem }) => isNoFault(problem))) return "loses";
  if (isUntried || !isSeen) return "not-seen";
  return compared.length > 0 ? "works" : "not-known";
}

/** The columns that the session has something about. */
function seenColumns(server: ObservedServer): ReadonlySet<CompatColumn> {
  const { started, authorization, isListed, calls, documents } = server;
  return new Set<CompatColumn>([
    ...(started ? (["reach"] as const) : []),
    ...(authorization.registration ? (["sign-in"] as const) : []),
    ...(isListed ? (["list", "directory"] as const) : []),
    ...(calls.length > 0 ? (["call", "result"] as const) : []),
    ...(documents.size > 0 ? (["app"] as const) : []),
  ]);
}

/**
 * The host that claude.ai gives to the apps of a server.
 * @param url as the user enters it there
 */
async function claudeDomain(url: URL): Promise<string> {
  const digest = toHex(await sha256(encodeText(url.href)));
  return `${digest.slice(0, 32)}.claudemcpcontent.com`;
}

/** Finds clients by the ids or titles that a user gives. */
export function findClients(
  clients: readonly CatalogClient[],
  names: readonly string[],
): { readonly found: readonly CatalogClient[]; readonly unknown: readonly string[] } {
  const of = (name: string) => {
    const wanted = name.toLowerCase();
    const exact = clients.filter(
      ({ id, title }) => id === wanted || title.toLowerCase() === wanted,
    );
    // "claude" means each client whose id begins so
    return exact.length > 0 ? exact : clients.filter(({ id }) => id.startsWith(`${wanted}-`));
  };
  return {
    found: [...new Set(names.flatMap(of))],
    unknown: names.filter((name) => of(name).length === 0),
  };
}
