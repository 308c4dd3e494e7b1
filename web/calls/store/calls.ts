/**
 * The recent runs of each item: those in progress, and a bounded number of those that have ended.
 */
import type { Run } from "./run.ts";

/** The runs of each server by item key, in the order in which they began; no list is empty. */
export type CallsState = ReadonlyMap<string, ReadonlyMap<string, readonly Run[]>>;

/** Ended runs of one item that are kept. */
const maxEnded = 20;

/** UTF-16 code units of the answers of one item that are kept; the newest one always is. */
const maxLength = 32_000_000;

/** Adds a run, or replaces its earlier state. */
export function withCall(state: CallsState, serverId: string, key: string, run: Run): CallsState {
  const own = state.get(serverId);
  const runs = own?.get(key) ?? [];
  const isKnown = runs.some(({ mark }) => mark === run.mark);
  const changed = isKnown
    ? runs.map((other) => (other.mark === run.mark ? run : other))
    : [...runs, run].sort((one, other) => one.startedAt - other.startedAt);
  return new Map(state).set(serverId, new Map(own).set(key, bounded(changed)));
}

export function withoutServer(state: CallsState, serverId: string): CallsState {
  if (!state.has(serverId)) return state;
  const others = new Map(state);
  others.delete(serverId);
  return others;
}

/** The recent runs of an item, the newest one last. */
export function callsOf(state: CallsState, serverId: string, key: string): readonly Run[] {
  return state.get(serverId)?.get(key) ?? none;
}

const none: readonly Run[] = [];

function bounded(runs: readonly Run[]): readonly Run[] {
  let [ended, length] = [0, 0];
  const kept = runs.toReversed().filter((run) => {
    if (run.kind === "running") return true;
    ended++;
    length += "answer" in run.outcome ? run.outcome.answer.text.length : 0;
    return ended === 1 || (ended <= maxEnded && length <= maxLength);
  });
  return kept.length === runs.length ? runs : kept.reverse();
}
