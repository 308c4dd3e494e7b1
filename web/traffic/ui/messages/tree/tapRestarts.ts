/** Gathers what a tap says in its own name while it starts its server anew. */
import type { Entry } from "../../../../../shared/log/entry.ts";
import { type GrowingGroup, newGroup, touch } from "./growingGroup.ts";

interface TapRestarts {
  /**
   * The restart that an entry without an exchange is a part of; begins one where none goes on.
   * @returns undefined if the tap did not send or get the entry itself
   */
  of(entry: Entry): GrowingGroup | undefined;
  /** @returns the restart that an entry ends; undefined if it ends none, or one without messages */
  end(entry: Entry): GrowingGroup | undefined;
}

export function createTapRestarts(): TapRestarts {
  /** Those that go on, by connection. */
  const open = new Map<string, GrowingGroup>();
  return {
    of(entry) {
      if (!isOfTap(entry)) return undefined;
      const known = open.get(entry.connectionId);
      if (known) return known;
      const group = newGroup("restart", entry, undefined);
      group.isHeadShown = false;
      open.set(entry.connectionId, group);
      return group;
    },
    end(entry) {
      const group = endsRestart(entry) ? open.get(entry.connectionId) : undefined;
      if (!group) return undefined;
      open.delete(entry.connectionId);
      group.head = entry;
      group.outcome = entry;
      group.hasFailed = entry.kind === "process" && entry.event.kind === "not-restarted";
      touch(group);
      return group;
    },
  };
}

function isOfTap(entry: Entry): boolean {
  const action = entry.kind === "message" ? entry.change?.action : undefined;
  return action === "of-tap" || action === "for-tap";
}

const endsRestart = (entry: Entry) =>
  entry.kind === "process" &&
  (entry.event.kind === "restarted" || entry.event.kind === "not-restarted");
