/** Finds the connections of a server in the log, and their entries. */
import type { Entry } from "../../../shared/log/entry.ts";
import type { Snapshot } from "../../../shared/log/eventLog.ts";
import { isAttemptOf, type Server, type ServersState } from "../../servers/store/server.ts";

/** Assigns attempts to connect to their servers. */
export type Attempts = Pick<ServersState, "attempts">;

/** The entries of a server in the log: of its connection, and of earlier attempts to connect. */
export function sessionEntries(
  { entries, length }: Snapshot,
  server: Server,
  attempts: Attempts,
): readonly Entry[] {
  const ids = connectionIds({ entries, length }, server, attempts);
  return entries.slice(0, length).filter(({ connectionId }) => ids.has(connectionId));
}

/** The ids of the connections of a server in the log; the newest is the last one. */
export function connectionIds({ entries, length }: Snapshot, server: Server, attempts: Attempts) {
  const { connection } = server;
  const ids = new Set<string>();
  for (const entry of entries.slice(0, length)) {
    if (entry.kind !== "connection") continue;
    const { connectionId } = entry;
    if (isAttemptOf(server, attempts, connectionId)) ids.add(connectionId);
  }
  if (connection) {
    ids.delete(connection.id);
    ids.add(connection.id);
  }
  return ids;
}
