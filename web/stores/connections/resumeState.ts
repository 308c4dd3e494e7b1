/** Saves the running processes before a reload, so that the next page can reattach to them. */
import type { Agreement } from "../../../shared/client/negotiation/agreement.ts";
import type { StdioTarget } from "../../../shared/config/target.ts";
import { isJsonObject } from "../../../shared/core/jsonObject.ts";
import { isProcessId } from "../../../shared/relay/frames/processId.ts";
import type { RelayedStdio } from "../../../shared/transport/stdio/relayedStdio.ts";
import { readJson, type TextStorage, writeJson } from "../storedJson.ts";
import type { Connection } from "./connection.ts";
import { activeConnection, type ConnectionsState } from "./connectionRecords.ts";
import { storedAddress } from "./loadEngine.ts";
import type { LeftProcess } from "./openTransport.ts";

export interface ResumeState extends LeftProcess {
  /** The command line, without values of variables and with placeholders for secrets. */
  readonly address: string;
  readonly cwd?: string;
  /** Names of its environment variables; their values are lost in a reload. */
  readonly environmentNames: readonly string[];
  readonly agreement: Agreement;
  readonly lastId: number;
}

const key = "mcp-playground.left-behind";

/** The processes that the next page can resume. */
export interface ResumeStates {
  /** That of the active server. */
  readonly active: ResumeState | undefined;
  readonly others: readonly ResumeState[];
}

/** Saves the connections that the next page can resume. */
export function saveResumeStates(storage: TextStorage, state: ConnectionsState): void {
  storage.removeItem(key);
  const active = resumeState(activeConnection(state));
  const others = [...state.records.values()]
    .filter(({ id }) => id !== state.activeId)
    .flatMap(({ connection }) => resumeState(connection) ?? []);
  if (active || others.length > 0) writeJson(storage, key, { active, others });
}

function resumeState(connection: Connection | undefined): ResumeState | undefined {
  const state = connection?.state.getState();
  if (!connection || state?.kind !== "connected") return undefined;
  if (state.client.transport.kind !== "stdio") return undefined;
  const { agreement, session, transport } = state.client;
  const { processId, position } = transport as RelayedStdio;
  const { cwd, env } = connection.target as StdioTarget;
  const at = position();
  if (!at) return undefined;
  return {
    address: storedAddress(connection.target),
    ...(cwd ? { cwd } : {}),
    environmentNames: Object.keys(env ?? {}),
    agreement,
    lastId: session.nextId() - 1,
    processId,
    position: at,
  };
}

/** Takes the saved states; they can be taken once. */
export function takeResumeStates(storage: TextStorage): ResumeStates {
  const value = readJson(storage, key);
  storage.removeItem(key);
  const { active, others } = isJsonObject(value) ? value : {};
  return {
    active: isResumeState(active) ? active : undefined,
    others: Array.isArray(others) ? others.filter(isResumeState) : [],
  };
}

function isResumeState(value: unknown): value is ResumeState {
  const state = value as Partial<ResumeState> | null | undefined;
  return isProcessId(state?.processId) && Boolean(state?.agreement && state.position);
}
