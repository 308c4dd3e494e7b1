/** Uses opened recordings for eval runs: their tools, and the answers that they have to calls. */
import { formatTarget } from "../../../../shared/config/target.ts";
import { parseJsonObject } from "../../../../shared/core/json/jsonObject.ts";
import { type AnsweredCall, recordedCall } from "../../../../shared/evals/transcript.ts";
import type { EventLog } from "../../../../shared/log/eventLog.ts";
import {
  recordedOutcome,
  recordedRequests,
  requestTextOf,
} from "../../../../shared/recording/replay/recordedRequests.ts";
import { readItems } from "../../../servers/store/catalog/queries.ts";
import { connectedView } from "../../../servers/store/connections/connection.ts";
import type { OpenServer } from "../../../servers/store/connections/openServers.ts";

/** Those that are recordings. */
export function recordedServers(servers: readonly OpenServer[]): readonly OpenServer[] {
  return servers.filter(({ state }) => state.kind === "recorded");
}

/**
 * The servers whose tools models get if recordings answer: the connected ones, and recorded ones
 * that are not connected as well. Reads the lists of the recordings.
 */
export async function serversWithRecordings(
  servers: readonly OpenServer[],
): Promise<readonly OpenServer[]> {
  const connected = servers.filter(({ state }) => state.kind === "connected");
  const targets = new Set(connected.map(({ target }) => formatTarget(target)));
  const recorded = recordedServers(servers).filter(
    ({ target }) => !targets.has(formatTarget(target)),
  );
  for (const server of recorded) {
    const view = connectedView(server);
    if (view) await readItems(view);
  }
  return [...connected, ...recorded];
}

/** The calls of tools in opened recordings, in the order of the recordings. */
export async function callsOfRecordings(
  servers: readonly OpenServer[],
  log: EventLog,
): Promise<readonly AnsweredCall[]> {
  const calls: AnsweredCall[] = [];
  for (const { state } of recordedServers(servers)) {
    const ids = state.kind === "recorded" ? state.ids : [];
    for (const request of ids.flatMap((id) => recordedRequests(log, id))) {
      if (request.method !== "tools/call") continue;
      const outcome = await recordedOutcome(log, request);
      if (outcome?.kind !== "result") continue;
      const { params } = parseJsonObject(await requestTextOf(log, request)) ?? {};
      const call = recordedCall(params, outcome.value);
      if (call) calls.push(call);
    }
  }
  return calls;
}
