/** Says what a client did, from the log of its tap, with the entries that prove it. */
import type { Entry, MessageEntry } from "../log/entry.ts";
import type { ActFacts, ActFactsOf } from "./acts/actFacts.ts";
import { watchAnswers } from "./acts/answerActs.ts";
import { type ClientAct, type ClientActState, clientActCodes } from "./acts/clientAct.ts";
import { watchHandshake } from "./acts/handshakeActs.ts";
import { watchHttp } from "./acts/httpActs.ts";
import { watchLists } from "./acts/listActs.ts";
import { watchRequests } from "./acts/requestActs.ts";
import { watchSignIn } from "./acts/signInActs.ts";
import { createPending, type SessionScope } from "./acts/watcher.ts";
import { isOfTap, isPassedOn } from "./faultSummary.ts";

const watchers = [watchLists, watchAnswers, watchRequests, watchHandshake, watchHttp, watchSignIn];

const noFacts: ActFacts = {};

/**
 * @param entries those of its sessions, in order
 * @param now milliseconds of the log's clock
 * @param factsOf what was read of their texts; without it, less is seen
 * @returns failed ones first, those that were not seen last
 */
export function readClientActs(
  entries: readonly Entry[],
  now: number,
  factsOf: ActFactsOf = () => [],
): readonly ClientAct[] {
  const acts: ClientAct[] = [];
  const sessions = Map.groupBy(entries, ({ connectionId }) => connectionId);
  const began = new Map(
    [...sessions].map(([id, of]) => [id, of.find(isHello)?.at ?? Number.NEGATIVE_INFINITY]),
  );
  for (const [id, session] of sessions) {
    const isFollowed = (at: number) =>
      [...began].some(([other, start]) => other !== id && start >= at);
    actsOfSession(session, now, factsOf, isFollowed, acts);
  }
  return merged(acts);
}

function isHello(entry: Entry): boolean {
  if (entry.kind !== "message" || entry.direction !== "out") return false;
  return entry.heads.some((head) => head.kind === "request" && head.method === "initialize");
}

function actsOfSession(
  entries: readonly Entry[],
  now: number,
  factsOf: ActFactsOf,
  isFollowed: SessionScope["isFollowed"],
  acts: ClientAct[],
): void {
  const hasEnded = entries.some((entry) => isEvent(entry, "exited"));
  const last = entries.findLast(({ kind }) => kind === "message");
  const end = hasEnded ? (last?.at ?? 0) : now;
  const add: SessionScope["add"] = (code, state, seqs, more = {}) =>
    acts.push({ code, state, method: "", count: 1, seqs, ...more });
  const pending = createPending(add, end, hasEnded);
  const scope = { isWhole: isWhole(entries), isFollowed, add, pending };
  const watching = watchers.map((watch) => watch(scope));
  for (const entry of entries) {
    if (entry.kind !== "message") {
      for (const watcher of watching) watcher.entry?.(entry);
      continue;
    }
    const { direction, change, heads } = entry;
    if (direction === "in" && !isPassedOn(change)) continue;
    const from = isOfTap(change) ? "tap" : direction === "out" ? "client" : "server";
    const facts = factsOf(entry);
    heads.forEach((head, index) => {
      const seen = { head, entry, facts: facts[index] ?? noFacts, from } as const;
      for (const watcher of watching) watcher.message?.(seen);
    });
  }
  for (const watcher of watching) watcher.end?.();
}

const isEvent = (entry: Entry, kind: "exited" | "missed") =>
  entry.kind === "process" && entry.event.kind === kind;

/** Whether nothing that came before, or was missed, could explain what is seen. */
function isWhole(entries: readonly Entry[]): boolean {
  const first = entries.find((entry): entry is MessageEntry => entry.kind === "message");
  const [head] = first?.heads ?? [];
  const isMissing = entries.some((entry) => isEvent(entry, "missed"));
  return head?.kind === "request" && head.revision !== undefined && !isMissing;
}

const order: readonly ClientActState[] = ["failed", "warning", "open", "ok"];

/** Statements: a client could send any number of methods. */
const maxActs = 300;

/** One statement for what happened several times; the newest entries prove it. */
function merged(acts: readonly ClientAct[]): readonly ClientAct[] {
  const groups = Map.groupBy(acts, ({ code, state, method }) =>
    JSON.stringify([code, state, method]),
  );
  const all = [...groups.values()].flatMap((group) => {
    const last = group.at(-1);
    return last ? [{ ...last, count: group.reduce((sum, { count }) => sum + count, 0) }] : [];
  });
  const seen = new Set(acts.map(({ code }) => code));
  const notSeen = clientActCodes
    .filter((code) => !seen.has(code))
    .map((code) => ({ code, state: "not-seen" as const, method: "", count: 0, seqs: [] }));
  const sorted = all.toSorted(
    (one, other) => order.indexOf(one.state) - order.indexOf(other.state),
  );
  return [...sorted.slice(0, maxActs), ...notSeen];
}
