/** What the tools of `mcp-playground mcp` share, and how a connection is described in their answers. */

import type { Connected } from "../../../shared/client/connected.ts";
import { type ListName, listMethods } from "../../../shared/conform/examinedLists.ts";
import { getOwn } from "../../../shared/core/json/getOwn.ts";
import type { JsonObject } from "../../../shared/core/json/jsonObject.ts";
import { jsonText } from "../../../shared/core/text/textOfJson.ts";
import { readOutput } from "../../../shared/doctor/diagnoseProcess.ts";
import type { EvalModel } from "../../../shared/evals/runSuite.ts";
import type { EventLog } from "../../../shared/log/eventLog.ts";
import type { Failure } from "../../../shared/protocol/failures/failure.ts";
import type { Interrupt } from "../connection/commandClient.ts";
import type { ResolvedServer } from "../connection/resolveServer.ts";
import { connectSentence } from "../reports/failureSentence.ts";
import type { SecretMask } from "../secretMask.ts";
import type { Terminal } from "../terminal.ts";
import type { AgentConnection, AgentConnections } from "./agentConnections.ts";
import type { AgentConsent } from "./agentConsent.ts";
import type { AgentFindings } from "./agentFindings.ts";
import type { AgentFolder } from "./agentFolder.ts";
import { ToolProblem } from "./agentTool.ts";

export interface AgentContext {
  readonly log: EventLog;
  readonly connections: AgentConnections;
  readonly consent: AgentConsent;
  readonly folder: AgentFolder;
  readonly findings: AgentFindings;
  readonly mask: SecretMask;
  readonly terminal: Terminal;
  /** The servers of the command line and the configuration by name; a text says what one lacks. */
  readonly servers: ReadonlyMap<string, ResolvedServer | string>;
  readonly revision: string;
  readonly timeoutMs: number;
  /** What a signal to this process closes. */
  readonly interrupt: Interrupt;
  /** Aborted when the messages fill the memory: then nothing is connected any more. */
  readonly full: AbortSignal;
  /** Bytes of messages that a log keeps. */
  readonly maxLogBytes: number;
  /** Masks the secrets of a server from now on. */
  readonly keepSecretsOf: (server: ResolvedServer) => void;
  /** The model that is asked which tool it takes. */
  readonly model: EvalModel | undefined;
}

/** The client of a connection. @throws ToolProblem if it is not connected */
export function clientOfConnection(connection: AgentConnection): Connected {
  const { id, state } = connection;
  if (state.kind === "connected") {
    const lost = state.client.session.closeReason();
    if (!lost) return state.client;
    throw new ToolProblem(`${id} has lost its server (${lost.code}).`, {
      next: "Repair it, then call restart. findings shows what it wrote.",
      fromServer: { problem: connectSentence(lost) },
    });
  }
  throw new ToolProblem(`${id} is not connected.`, {
    next: "Call diagnose, repair the server, then call restart.",
    fromServer: { problem: connectSentence(state.failure) },
  });
}

/** Reads the definition of a tool from the server again; undefined if the server does not list it. */
export async function reloadTool(connection: AgentConnection, name: string): Promise<unknown> {
  const client = clientOfConnection(connection);
  if (!client.offers("tools/list")) return undefined;
  const { items } = await client.list("tools/list", "tools", { reload: true });
  return itemNamed(items, name);
}

/** The lists that a server offers; those that fail are left out. */
export async function listsOfServer(
  client: Connected,
  reload = false,
): Promise<Readonly<Partial<Record<ListName, readonly unknown[]>>>> {
  const lists: Partial<Record<ListName, readonly unknown[]>> = {};
  for (const [name, method] of Object.entries(listMethods) as [ListName, string][]) {
    if (!client.offers(method)) continue;
    const pages = await client.list(method, name, { reload });
    if (pages.kind === "complete") lists[name] = pages.items;
  }
  return lists;
}

/** Starts whose definitions are kept, and characters of them. */
const [maxDefinitions, maxDefinitionsText] = [6, 2_000_000];

/** What a connection is after it was started, and keeps its definitions to be compared. */
export async function describeStart(
  { findings, log }: AgentContext,
  connection: AgentConnection,
): Promise<JsonObject> {
  const { id, state, starts } = connection;
  if (state.kind === "failed") {
    return {
      connection: id,
      connected: false,
      code: state.failure?.code ?? "cancelled",
      fromServer: {
        problem: connectSentence(state.failure),
        ...(await writtenOutput(log, connection)),
      },
      next: "Call diagnose, repair the server, then call restart.",
    };
  }
  const { client } = state;
  const { agreement, transport } = client;
  const lists = await listsOfServer(client);
  const { serverInfo, instructions, revision } = agreement;
  const text = definitionsText(client, lists);
  if (text.length <= maxDefinitionsText) {
    connection.definitions.push({ start: starts, text });
    // the first one stays, to compare with the beginning
    if (connection.definitions.length > maxDefinitions) connection.definitions.splice(1, 1);
  }
  return {
    connection: id,
    connected: true,
    revision,
    transport: transport.kind,
    fromServer: { name: serverInfo.name, version: serverInfo.version, instructions },
    items: Object.fromEntries(
      Object.entries(lists).map(([name, items]) => [name, items?.length ?? 0]),
    ),
    findings: await findings.countOf(connection),
  };
}

/** What a server offers as JSON text. */
export function definitionsText(
  { agreement: { instructions, capabilities } }: Connected,
  lists: Awaited<ReturnType<typeof listsOfServer>>,
): string {
  return jsonText({ instructions: instructions ?? null, capabilities, ...lists });
}

/** Characters of the end of what a server wrote to standard error. */
const maxOutput = 3000;

/** What the newest process of a connection wrote besides messages, the end of it. */
export async function writtenOutput(
  log: EventLog,
  { logIds }: AgentConnection,
): Promise<{ readonly stderr?: string; readonly strayLine?: string }> {
  const newest = logIds.at(-1);
  const entries = log.snapshot().entries.filter(({ connectionId }) => connectionId === newest);
  const { stderr, stray } = await readOutput(entries, log.read);
  const end = stderr.length > maxOutput ? `…${stderr.slice(-maxOutput)}` : stderr;
  return {
    ...(end !== "" && { stderr: end }),
    ...(stray !== undefined && { strayLine: stray }),
  };
}

/** The item of a list with a name or URI. */
export const itemNamed = (items: readonly unknown[], name: string): unknown =>
  items.find((item) =>
    ["name", "uri", "uriTemplate"].some((member) => getOwn(item, member) === name),
  );

/** Why a request has no result, for an agent. */
export function failedAnswer(failure: Failure): JsonObject {
  return { code: failure.code, fromServer: { problem: connectSentence(failure) } };
}
