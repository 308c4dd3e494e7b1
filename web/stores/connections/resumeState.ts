/** Saves the running process before a reload, so that the next page can reattach to it. */
import type { Agreement } from "../../../shared/client/negotiation/agreement.ts";
import type { StdioTarget } from "../../../shared/config/target.ts";
import { maskedAddress } from "../../../shared/recording/placeholders.ts";
import { isProcessId } from "../../../shared/relay/frames/processId.ts";
import type { RelayedStdio } from "../../../shared/transport/stdio/relayedStdio.ts";
import { readJson, type TextStorage, writeJson } from "../storedJson.ts";
import type { Connection } from "./connection.ts";
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

/** Saves a connection that the next page can resume, if it is one. */
export function saveResumeState(storage: TextStorage, connection: Connection | undefined): void {
  storage.removeItem(key);
  const state = connection?.state.getState();
  if (!connection || state?.kind !== "connected" || state.client.transport.kind !== "stdio") return;
  const { agreement, session, transport } = state.client;
  const { processId, position } = transport as RelayedStdio;
  const { cwd, env } = connection.target as StdioTarget;
  const left: Partial<ResumeState> = {
    address: maskedAddress(connection.target),
    ...(cwd ? { cwd } : {}),
    environmentNames: Object.keys(env ?? {}),
    agreement,
    lastId: session.nextId() - 1,
    processId,
    ...(position() ? { position: position() as ResumeState["position"] } : {}),
  };
  if (left.position) writeJson(storage, key, left);
}

/** Takes the saved state; it can be taken once. */
export function takeResumeState(storage: TextStorage): ResumeState | undefined {
  const value = readJson(storage, key) as Partial<ResumeState> | undefined;
  storage.removeItem(key);
  return value && isProcessId(value.processId) && value.agreement && value.position
    ? (value as ResumeState)
    : undefined;
}
