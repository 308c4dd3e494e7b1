/** Finds the connections whose requests are those of a recording, or of the session of a server so far. */
import type { EventLog } from "../../../shared/log/eventLog.ts";
import type { Servers } from "../../servers/store/serversStore.ts";
import type { Recordings } from "./recordingsStore.ts";
import { sessionEntries } from "./sessionEntries.ts";

interface SessionStores {
  readonly log: EventLog;
  readonly servers: Servers;
  readonly recordings: Recordings;
}

/** @returns their ids, and whether they are those of a recording */
export function sessionConnections(
  serverId: string,
  { log, servers, recordings }: SessionStores,
): { readonly ids: readonly string[]; readonly isRecording: boolean } {
  const opened = recordings.getState().opened.get(serverId);
  if (opened) return { ids: [opened.connectionId], isRecording: true };
  const state = servers.getState();
  const server = state.open.get(serverId);
  const entries = server ? sessionEntries(log.snapshot(), server, state) : [];
  return {
    ids: [...new Set(entries.map(({ connectionId }) => connectionId))],
    isRecording: false,
  };
}
