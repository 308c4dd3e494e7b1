/** Calls a tool that a model chose, like a call of the user but in its own name: with its messages, requests and result on the tool's page. */
import type { Initiator } from "../../../shared/log/entry.ts";
import { type ToolCallEnd, toolCallEnd } from "../../../shared/models/agent/toolResults.ts";
import type { ToolUse } from "../../../shared/models/agent/turn.ts";
import { callableOf } from "../../calls/store/callable.ts";
import { emptyDraft, itemKey } from "../../calls/store/drafts.ts";
import type { PersistedTasksOf } from "../../calls/store/persistedTasks.ts";
import { frameOf, requestText } from "../../calls/store/requestText.ts";
import type { Runs } from "../../calls/store/runs.ts";
import { findItem } from "../../servers/store/catalog/queries.ts";
import { connectedView } from "../../servers/store/connections/connection.ts";
import type { Servers } from "../../servers/store/serversStore.ts";

export interface ToolCalls {
  readonly servers: Servers;
  readonly runs: Runs;
  readonly tasksOf: PersistedTasksOf;
}

/**
 * @param initiator the model that chose it, or the eval that runs the model
 * @param signal cancels the call
 * @param onRequest is given the number of the request in the log, before it is answered
 */
export async function callTool(
  { servers, runs, tasksOf }: ToolCalls,
  { tool, input }: ToolUse,
  initiator: Initiator,
  signal: AbortSignal,
  onRequest: (seq: number) => void = () => {},
): Promise<ToolCallEnd> {
  const server = tool && servers.getState().open.get(tool.serverId);
  const connection = server?.connection;
  const state = connection?.state.getState();
  const view = connection && state && connectedView({ connection, state });
  const item = tool && view && findItem(view, { kind: "tool", name: tool.name });
  if (!item || state?.kind !== "connected") {
    return { kind: "none", text: "The server of this tool is not connected." };
  }
  const { client } = view;
  const draft = { ...emptyDraft, argumentsText: JSON.stringify(input, undefined, 2) };
  const callable = callableOf(item, client.agreement);
  const text = requestText(callable, draft, frameOf(client));
  const key = itemKey(item);
  const { serverId } = tool;
  const tasks = tasksOf(serverId);
  const context = { serverId, key, initiator, client, tasks, signal, onRequest };
  const { outcome } = await runs.start(context, text);
  if (signal.aborted && outcome.kind !== "result") {
    return { kind: "none", text: "The user stopped it." };
  }
  return toolCallEnd(outcome);
}
