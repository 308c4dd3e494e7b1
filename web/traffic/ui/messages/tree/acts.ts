/** Gathers requests to models, and the calls that they chose, below what they were made for. */

import type { Entry, FindingEntry } from "../../../../../shared/log/entry.ts";
import { actIn, type NotedAct } from "../../../../../shared/log/notes/actNotes.ts";
import { type GrowingGroup, newGroup, touch } from "./growingGroup.ts";

interface Acts {
  /** Reads a note; any other entry is nothing to it. */
  note(entry: Entry, isShown: boolean): void;
  /** The row that something was made for. */
  of(entry: Entry): GrowingGroup | undefined;
}

/** @param requestAt the exchange of the server's request that an entry holds */
export function createActs(requestAt: (seq: number) => GrowingGroup | undefined): Acts {
  const byAct = new Map<string, GrowingGroup>();

  const begin = (entry: FindingEntry, { act }: NotedAct, isShown: boolean) => {
    if (entry.about !== undefined) {
      const request = requestAt(entry.about);
      if (request) byAct.set(act, request);
      return;
    }
    const turn = newGroup("turn", entry, undefined);
    turn.findings.push(entry);
    turn.isHeadShown = isShown;
    byAct.set(act, turn);
  };

  return {
    note(entry, isShown) {
      const facts = entry.kind === "finding" ? actIn(entry) : undefined;
      if (entry.kind !== "finding" || !facts) return;
      const known = byAct.get(facts.act);
      if (!known) begin(entry, facts, isShown);
      else if (facts.isEnded && known.kind === "turn" && !known.outcome) {
        known.outcome = entry;
        touch(known);
      }
    },
    of: ({ initiator }) => (initiator?.act === undefined ? undefined : byAct.get(initiator.act)),
  };
}
