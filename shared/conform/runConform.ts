/** Runs the scenarios on a server, at each revision that it speaks. */
import type { Client } from "../client/client.ts";
import type { Connected } from "../client/connected.ts";
import type { Implementation } from "../client/negotiation/agreement.ts";
import type { SavedCall } from "../collections/collection.ts";
import { variablesIn } from "../collections/substitute.ts";
import type { Clock } from "../core/clock.ts";
import { getOwn } from "../core/json/getOwn.ts";
import type { EventLog } from "../log/eventLog.ts";
import type { Failure } from "../protocol/failures/failure.ts";
import { type Revision, revisions, traitsOf } from "../protocol/revisions.ts";
import { needsConsent } from "../protocol/toolHints.ts";
import type { HttpOptions } from "../transport/http/httpOptions.ts";
import type { Transport } from "../transport/transport.ts";
import { type ListName, readLists } from "./examinedLists.ts";
import { type AllowedCall, createSubject, type Subject } from "./examinedServer.ts";
import { backendFailure } from "./judgeResult.ts";
import { exitText } from "./replies.ts";
import { couldNotRun, notApplicable, type Scenario, type ScenarioVerdict } from "./scenario.ts";
import { isOfRevision, scenarios } from "./scenarios.ts";

/** A connection of the examination alone; nothing is sent before `connect`. */
export interface ConformConnection {
  readonly client: Client;
  /** Identifies its entries in the log. */
  readonly connectionId: string;
  /**
   * What raw requests need, once it is connected; undefined for stdio. They have another id in the
   * log, because they break rules on purpose.
   */
  readonly http: () => HttpOptions | undefined;
}

export interface SavedToolCall extends Pick<AllowedCall, "name" | "argumentsText" | "isOnce"> {
  /** Whether it is sent to the tool as the examination lists it; by default it is. */
  readonly mayCall?: (tool: unknown) => boolean;
}

/** The calls of tools among saved calls that have no variables, which have no values here. */
export function savedToolCalls(
  calls: readonly Pick<SavedCall, "kind" | "item" | "argumentsText">[],
): readonly SavedToolCall[] {
  return calls.flatMap(({ kind, item, argumentsText = "{}" }) =>
    kind === "tool" && variablesIn(argumentsText).length === 0 ? { name: item, argumentsText } : [],
  );
}

export interface ConformOptions {
  readonly createConnection: (revision: Revision) => ConformConnection;
  readonly log: EventLog;
  readonly clock: Clock;
  /** The ids of the scenarios to run; undefined for all. */
  readonly only?: ReadonlySet<string> | undefined;
  /** The revisions to examine; undefined for all that the server speaks. */
  readonly revisions?: readonly Revision[] | undefined;
  /** Whether tools are called that do not say that they only read. */
  readonly allowsCalls: boolean;
  /** Calls that the user has saved, which may be sent. */
  readonly savedCalls: readonly SavedToolCall[];
  /** Whether HTTP requests may have any Origin. */
  readonly canSetOrigin: boolean;
  readonly firstMisfit: Subject["firstMisfit"];
  /** Timeout of a request in milliseconds. */
  readonly timeoutMs: number;
  /** Timeout of a call of a tool in milliseconds; a tool that takes longer is not judged. */
  readonly callTimeoutMs: number;
  /** Ends the examination; what has not run has no verdict. */
  readonly signal: AbortSignal;
  /** Called before a revision is tried. */
  readonly onRevision?: (revision: Revision) => void;
  /** Called once it is known that a revision is not examined. */
  readonly onFailure?: (failure: ConformResult["failures"][number]) => void;
  readonly onVerdict?: (verdict: ConformVerdict) => void;
}

export interface ConformVerdict {
  readonly scenario: Scenario;
  readonly revision: Revision;
  readonly verdict: ScenarioVerdict;
  readonly ms: number;
}

/** What a server is at one revision. */
export interface RevisionFacts {
  readonly revision: Revision;
  readonly serverInfo: Implementation;
  readonly transport: Transport["kind"];
  readonly capabilities: Readonly<Record<string, unknown>>;
  readonly instructions: string | undefined;
  /** The items of each list as received. */
  readonly lists: Readonly<Partial<Record<ListName, readonly unknown[]>>>;
  readonly connectionId: string;
}

export interface ConformResult {
  /** The revisions that the server speaks, of those that were tried; newest first. */
  readonly facts: readonly RevisionFacts[];
  readonly verdicts: readonly ConformVerdict[];
  /** Why revisions could not be tried or are not spoken. */
  readonly failures: readonly {
    readonly revision: Revision;
    readonly failure: Failure | undefined;
  }[];
}

/** Scenarios in a row that end without an answer, after which the server counts as silent. */
const maxSilent = 3;
/** Scenarios in a row that end with the connection, after which it is not made again. */
const maxLost = 3;

/** Never rejects because of the server. */
export async function runConform(options: ConformOptions): Promise<ConformResult> {
  const facts: RevisionFacts[] = [];
  const verdicts: ConformVerdict[] = [];
  const used: Used = { slowTools: new Set(), sentOnce: new Set(), examinedOnce: new Set() };
  const failures: { revision: Revision; failure: Failure | undefined }[] = [];
  for (const revision of options.revisions ?? revisions) {
    if (options.signal.aborted) break;
    options.onRevision?.(revision);
    const opened = await open(options, revision);
    if ("failure" in opened) {
      const failed = { revision, failure: opened.failure };
      failures.push(failed);
      options.onFailure?.(failed);
      // a server that cannot be reached is not asked for each revision
      if (isUnreachable(opened.failure, revision)) break;
      continue;
    }
    const one = await examineRevision({ ...options, ...used }, revision, opened);
    facts.push(one.facts);
    verdicts.push(...one.verdicts);
    // a server that does not stay is not examined at each revision
    if (one.isLost) break;
  }
  return { facts, verdicts, failures };
}

interface Opened extends ConformConnection {
  readonly connected: Connected;
}

async function open(
  { createConnection, signal }: ConformOptions,
  revision: Revision,
): Promise<Opened | { readonly failure: Failure | undefined }> {
  const connection = createConnection(revision);
  const { client } = connection;
  const close = () => void client.close();
  signal.addEventListener("abort", close, { once: true });
  const result = await client.connect();
  signal.removeEventListener("abort", close);
  if (result.kind !== "connected") {
    await client.close();
    return { failure: result.kind === "failed" ? result.failure : undefined };
  }
  if (result.agreement.revision !== revision || signal.aborted) {
    await client.close();
    return { failure: undefined };
  }
  return { ...connection, connected: result };
}

/** Whether a failure is the same at every revision. */
function isUnreachable(failure: Failure | undefined, revision: Revision): boolean {
  // a server of the legacy era may ignore what it does not know
  if (failure?.code === "timeout") return traitsOf(revision).era === "legacy";
  const codes: readonly (Failure["code"] | undefined)[] = [
    "network",
    "not-started",
    "not-authorized",
    "credentials",
    "relay-unreachable",
    "relay-refused",
    "forward",
    "redirected",
    "stray-output",
  ];
  return codes.includes(failure?.code);
}

/** Whether a verdict counts for all revisions, at which its scenario is not examined then. */
export const isEnough = ({ scenario, verdict }: ConformVerdict): boolean =>
  scenario.atOneRevision === true && verdict.outcome !== "could-not-run";

/** What is known at all revisions. */
interface Used {
  readonly slowTools: Set<string>;
  readonly sentOnce: Set<string>;
  /** The scenarios of which one revision is enough. */
  readonly examinedOnce: Set<string>;
}

async function examineRevision(options: ConformOptions & Used, revision: Revision, first: Opened) {
  const { signal, clock } = options;
  let opened: Opened | undefined = first;
  const lists = await readLists(first.connected, options.log);
  const calls = allowedCalls(lists.tools?.items ?? [], options);
  const verdicts: ConformVerdict[] = [];
  let silent = 0;
  let lostInRow = 0;
  let lost: Failure | undefined;
  const stop = () => void opened?.client.close();
  signal.addEventListener("abort", stop, { once: true });
  for (const scenario of scenarios) {
    if (signal.aborted) break;
    if (!isOfRevision(scenario, revision) || options.only?.has(scenario.id) === false) continue;
    if (options.examinedOnce.has(scenario.id)) continue;
    const reason: Failure | undefined = opened?.connected.session.closeReason();
    lostInRow = reason ? lostInRow + 1 : 0;
    if (opened && reason) {
      await opened.client.close();
      const again: Opened | { readonly failure: Failure | undefined } =
        lostInRow < maxLost ? await open(options, revision) : { failure: reason };
      if ("failure" in again) lost = again.failure ?? reason;
      opened = "failure" in again ? undefined : again;
    }
    const startedAt = clock.now();
    const verdict: ScenarioVerdict = !opened
      ? couldNotRun(lostText(lost))
      : silent >= maxSilent
        ? couldNotRun("The server did not answer the requests before it.")
        : (precondition(scenario, opened.connected, lists) ??
          (await runScenario(scenario, {
            ...options,
            ...opened,
            close: opened.client.close,
            http: opened.http(),
            revision,
            lists,
            calls,
          })));
    if (signal.aborted) break;
    const one = { scenario, revision, verdict, ms: clock.now() - startedAt };
    const isSilent = verdict.outcome === "failed" && one.ms >= options.timeoutMs;
    silent = isSilent ? silent + 1 : verdict.outcome === "passed" ? 0 : silent;
    verdicts.push(one);
    if (isEnough(one)) options.examinedOnce.add(scenario.id);
    options.onVerdict?.(one);
  }
  signal.removeEventListener("abort", stop);
  await opened?.client.close();
  const { agreement, transport } = first.connected;
  const facts: RevisionFacts = {
    revision,
    serverInfo: agreement.serverInfo,
    transport: transport.kind,
    capabilities: agreement.capabilities,
    instructions: agreement.instructions,
    lists: Object.fromEntries(Object.entries(lists).map(([name, { items }]) => [name, items])),
    connectionId: first.connectionId,
  };
  return { facts, verdicts, isLost: lost !== undefined };
}

function lostText(failure: Failure | undefined): string {
  const why = failure?.code === "exited" ? exitText(failure) : failure?.code;
  return `The connection was lost, and could not be made again${why ? `: ${why}` : ""}.`;
}

/** Why a scenario does not apply to a connection. */
function precondition(
  { transport, needs }: Scenario,
  connected: Connected,
  lists: Subject["lists"],
): ScenarioVerdict | undefined {
  const { kind } = connected.transport;
  if (transport === "http" && kind !== "streamable-http") {
    return notApplicable("It is about Streamable HTTP.");
  }
  if (transport === "stdio" && kind !== "stdio") return notApplicable("It is about stdio.");
  if (needs !== undefined && !connected.offers(needs)) {
    return notApplicable(`The server does not declare the capability of ${needs}.`);
  }
  const list = Object.values(lists).find(({ method }) => method === needs);
  return list && backendFailure(list.method, list.first);
}

async function runScenario(
  scenario: Scenario,
  facts: Omit<Parameters<typeof createSubject>[0], "scenario">,
): Promise<ScenarioVerdict> {
  try {
    return await scenario.run(createSubject({ ...facts, scenario: scenario.id }));
  } catch (error) {
    // an answer that no scenario expects must not end the others
    return couldNotRun(`The scenario stopped: ${error instanceof Error ? error.message : error}`);
  }
}

/** Tools that only read and need no arguments, and those of saved calls. */
function allowedCalls(
  tools: readonly unknown[],
  { allowsCalls, savedCalls }: ConformOptions,
): readonly AllowedCall[] {
  return tools.flatMap((tool) => {
    const name = getOwn(tool, "name");
    if (typeof name !== "string") return [];
    const saved = savedCalls.filter((call) => call.name === name && call.mayCall?.(tool) !== false);
    if (saved.length > 0) return saved.map((call) => ({ ...call, tool }));
    if (!allowsCalls && needsConsent(tool, "foreign")) return [];
    const argumentsText = defaultArguments(tool);
    return argumentsText === undefined ? [] : [{ tool, name, argumentsText }];
  });
}

/** Arguments of a tool from the defaults of its schema; undefined if a required one has none. */
function defaultArguments(tool: unknown): string | undefined {
  const schema = getOwn(tool, "inputSchema");
  const required = getOwn(schema, "required");
  const names: readonly unknown[] = Array.isArray(required) ? required : [];
  const values = names.map((name) => {
    const property = getOwn(getOwn(schema, "properties"), String(name));
    return [String(name), getOwn(property, "default")] as const;
  });
  if (values.some(([, value]) => value === undefined)) return undefined;
  try {
    return JSON.stringify(Object.fromEntries(values));
  } catch {
    // nested too deeply
    return undefined;
  }
}
