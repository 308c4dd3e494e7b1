/** Saves the running processes before a reload, so that the next page can reattach to them. */
import type { Agreement } from "../../../../shared/client/negotiation/agreement.ts";
import type { StdioTarget } from "../../../../shared/config/target.ts";
import { isJsonObject } from "../../../../shared/core/json/jsonObject.ts";
import { isStreamId } from "../../../../shared/relay/frames/streamId.ts";
import type { RelayedStdio } from "../../../../shared/transport/stdio/relayedStdio.ts";
import { readJson, type TextStorage, writeJson } from "../../../platform/storedJson.ts";
import type { Server, ServersState } from "../server.ts";
import { storedAddress } from "./loadEngine.ts";
import type { LeftProcess } from "./openTransport.ts";

export interface ResumeState extends LeftProcess {
  readonly serverId: string;
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
  /** The id of the active server. */
  readonly activeId: string | undefined;
  readonly processes: readonly ResumeState[];
}

export const nothingLeft: ResumeStates = { activeId: undefined, processes: [] };

/** Saves the connections that the next page can resume. */
export function saveResumeStates(storage: TextStorage, { open, activeId }: ServersState): void {
  storage.removeItem(key);
  const processes = [...open.values()].flatMap((server) => resumeState(server) ?? []);
  if (processes.length > 0) writeJson(storage, key, { activeId, processes });
}

function resumeState({ id, connection }: Server): ResumeState | undefined {
  const state = connection?.state.getState();
  if (!connection || state?.kind !== "connected") return undefined;
  if (state.client.transport.kind !== "stdio") return undefined;
  const { agreement, session, transport } = state.client;
  const { processId, position } = transport as RelayedStdio;
  const { cwd, env } = connection.target as StdioTarget;
  const at = position();
  if (!at) return undefined;
  return {
    serverId: id,
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
  if (value !== undefined) storage.removeItem(key);
  const { activeId, processes } = isJsonObject(value) ? value : {};
  return {
    activeId: typeof activeId === "string" ? activeId : undefined,
    processes: Array.isArray(processes) ? processes.filter(isResumeState) : [],
  };
}

function isResumeState(value: unknown): value is ResumeState {
  const { serverId, address, processId, agreement, position } = (value ??
    {}) as Partial<ResumeState>;
  const isNamed = typeof serverId === "string" && typeof address === "string";
  return isNamed && isStreamId(processId) && Boolean(agreement && position);
}
