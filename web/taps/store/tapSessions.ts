/** Counts the messages of each session of a tap. */
import type { Entry } from "../../../shared/log/entry.ts";
import type { Snapshot } from "../../../shared/log/eventLog.ts";

export interface CountedSession {
  readonly connectionId: string;
  /** The number of its first entry, and when that was logged. */
  readonly first: number;
  readonly at: number;
  /** Messages to the server, and to the client. */
  readonly out: number;
  readonly in: number;
}

/** Creates a function that counts; each entry is read once while the log grows. */
export function createSessionCounter(): (
  log: Snapshot,
  isOfTap: (connectionId: string) => boolean,
) => readonly CountedSession[] {
  let seen: readonly Entry[] = [];
  let length = 0;
  let sessions = new Map<string, CountedSession>();
  return (log, isOfTap) => {
    if (log.entries !== seen || log.length < length) {
      seen = log.entries;
      length = 0;
      sessions = new Map();
    }
    for (; length < log.length; length++) {
      const entry = seen[length];
      if (entry?.kind !== "message") continue;
      const { connectionId, direction, seq, at } = entry;
      const known = sessions.get(connectionId) ?? { connectionId, first: seq, at, out: 0, in: 0 };
      const side = direction === "out" ? "out" : "in";
      sessions.set(connectionId, { ...known, [side]: known[side] + 1 });
    }
    return [...sessions.values()].filter(({ connectionId }) => isOfTap(connectionId));
  };
}
