/** Gathers the connections that belong to the same examination of a server. */
import type { ConnectionEntry, Entry } from "../../../../../shared/log/entry.ts";
import { verdictCode } from "../../../../../shared/log/notes/noteCodes.ts";
import { type GrowingGroup, newGroup, touch } from "./growingGroup.ts";

interface ExaminationRows {
  /** The examination that a connection belongs to. */
  of(connectionId: string): GrowingGroup | undefined;
  /** @returns the examination that begins with a connection; undefined if it is one more of another */
  begin(entry: ConnectionEntry): GrowingGroup | undefined;
  /** Notes what an entry says about how an examination goes. */
  note(entry: Entry): void;
}

export function createExaminationRows(): ExaminationRows {
  const byConnection = new Map<string, GrowingGroup>();
  /** The newest of each server, by address. */
  const newest = new Map<string, GrowingGroup>();
  /** The connections that are open. */
  const open = new Map<GrowingGroup, Set<string>>();

  const end = (group: GrowingGroup, entry: Entry) => {
    group.outcome = entry;
    group.hasFailed = group.findings.length === 0;
    touch(group);
  };
  const join = (group: GrowingGroup, { connectionId }: Entry) => {
    byConnection.set(connectionId, group);
    open.get(group)?.add(connectionId);
    group.outcome = undefined;
    group.hasFailed = false;
    touch(group);
  };

  return {
    of: (connectionId) => byConnection.get(connectionId),
    begin(entry) {
      const { label, at } = entry;
      const former = newest.get(label);
      if (former && (!former.outcome || at - former.outcome.at <= maxGapMs)) {
        join(former, entry);
        return undefined;
      }
      const group = newGroup("examination", entry, undefined);
      newest.set(label, group);
      open.set(group, new Set());
      join(group, entry);
      return group;
    },
    note(entry) {
      if (entry.kind === "connection" && entry.phase === "restored") {
        for (const [group, connections] of open) {
          if (connections.size > 0) end(group, entry);
          connections.clear();
        }
        return;
      }
      const group = byConnection.get(entry.connectionId);
      if (!group) return;
      if (entry.kind === "finding" && entry.code === verdictCode) {
        group.findings.push(entry);
        group.hasFailed = false;
        touch(group);
      }
      if (entry.kind !== "connection") return;
      const connections = open.get(group);
      const isEnd = entry.phase === "closed" || entry.phase === "failed";
      if (isEnd && connections?.delete(entry.connectionId) && connections.size === 0) {
        end(group, entry);
      }
    },
  };
}

/** Milliseconds between two connections of one examination; a person takes longer to begin another. */
const maxGapMs = 1000;
