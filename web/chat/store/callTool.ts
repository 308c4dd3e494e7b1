/** Calls a tool that a model chose, like a call of the user but in its own name: with its messages, requests and result on the tool's page. */
import { isJsonObject } from "../../../shared/core/json/jsonObject.ts";
import type { Initiator } from "../../../shared/log/entry.ts";
import type { OfferedTool } from "../../../shared/models/agent/offeredTools.ts";
import { type ToolCallEnd, toolCallEnd } from "../../../shared/models/agent/toolResults.ts";
import type { ToolUse } from "../../../shared/models/agent/turn.ts";
import { callableOf } from "../../calls/store/callable.ts";
import { emptyDraft, itemKey } from "../../calls/store/drafts.ts";
import type { PersistedTasksOf } from "../../calls/store/persistedTasks.ts";
import { frameOf, requestText } from "../../calls/store/requestText.ts";
import type { Runs } from "../../calls/store/runs.ts";
import { isSameDefinition } from "../../calls/store/toolConsents.ts";
import { currentItem } from "../../servers/store/catalog/queries.ts";
import { type ConnectedView, connectedView } from "../../servers/store/connections/connection.ts";
import type { Servers } from "../../servers/store/serversStore.ts";

export interface ToolCalls {
  readonly servers: Servers;
  readonly runs: Runs;
  readonly tasksOf: PersistedTasksOf;
}

function viewOf({ servers }: Pick<ToolCalls, "servers">, serverId: string) {
  const connection = servers.getState().open.get(serverId)?.connection;
  const state = connection?.state.getState();
  return connection && state?.kind === "connected"
    ? connectedView({ connection, state })
    : undefined;
}

const itemOf = (view: ConnectedView, { name }: OfferedTool) =>
  currentItem(view, { kind: "tool", name });

/** A tool with the definition that its server lists now; as it was if the server is not connected. */
export async function currentTool(
  calls: Pick<ToolCalls, "servers">,
  tool: OfferedTool,
): Promise<OfferedTool> {
  const view = viewOf(calls, tool.serverId);
  const definition = view && (await itemOf(view, tool))?.raw;
  return isJsonObject(definition) ? { ...tool, definition } : tool;
}

/**
 * Nothing is called if the tool has another definition than the given one, which was agreed to.
 * @param initiator the model that chose it, or the eval that runs the model
 * @param signal cancels the call
 * @param onRequest is given the number of the request in the log, before it is answered
 */
export async function callTool(
  calls: ToolCalls,
  { tool, input }: ToolUse,
  initiator: Initiator,
  signal: AbortSignal,
  onRequest: (seq: number) => void = () => {},
): Promise<ToolCallEnd> {
  const { runs, tasksOf } = calls;
  const view = tool && viewOf(calls, tool.serverId);
  const item = view && (await itemOf(view, tool));
  if (!item) return { kind: "none", text: "The server of this tool is not connected." };
  if (!isSameDefinition(item.raw, tool.definition)) {
    return { kind: "none", text: "The tool has changed since it was offered: it was not called." };
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
