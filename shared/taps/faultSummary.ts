/** Says what a client did after each fault, from the log of its tap. */
import { type Entry, idKey, type MessageEntry, type TapChange } from "../log/entry.ts";

/**
 * `retried`: it sent the same request again, or began another session. `gave-up`: it cancelled, or
 * ended. `corrupted`: it answered with an error, or with what is no message. `went-on`: it went on.
 * `hung`: nothing came for {@link hungMs}. `waiting`: nothing came so far.
 */
export type FaultOutcome = "retried" | "gave-up" | "corrupted" | "went-on" | "hung" | "waiting";

export interface FaultSummary {
  /** How often the fault happened. */
  readonly count: number;
  readonly outcomes: Partial<Readonly<Record<FaultOutcome, number>>>;
}

/** Milliseconds without a sign of the client after which it hangs. */
const hungMs = 10_000;

/** The request that a fault happened to, or to whose response. */
interface Affected {
  readonly key: string;
  readonly method: string;
  readonly subject: string | undefined;
}

const notPassed: ReadonlySet<TapChange["action"]> = new Set([
  "drop",
  "dropped",
  "answered",
  "status",
  "close",
  "kill",
]);

/** Whether a message reached its receiver. */
export function isPassedOn(change: TapChange | undefined): boolean {
  return change === undefined || !notPassed.has(change.action);
}

/**
 * Summarizes the faults of one server.
 * @param entries those of its sessions, in order
 * @param now milliseconds of the log's clock
 * @returns by the id of the rule
 */
export function summarizeFaults(
  entries: readonly Entry[],
  now: number,
): ReadonlyMap<string, FaultSummary> {
  const summaries = new Map<string, FaultSummary>();
  const requests = new Map<string, Affected>();
  entries.forEach((entry, index) => {
    if (entry.kind !== "message") return;
    noteRequests(entry, requests);
    const rule = entry.change?.rule;
    if (rule === undefined) return;
    const outcome = outcomeOf(entry, affectedBy(entry, requests), entries.slice(index + 1), now);
    const { count, outcomes } = summaries.get(rule) ?? { count: 0, outcomes: {} };
    summaries.set(rule, {
      count: count + 1,
      outcomes: { ...outcomes, [outcome]: (outcomes[outcome] ?? 0) + 1 },
    });
  });
  return summaries;
}

const keyIn = ({ connectionId }: Entry, id: string | number) => `${connectionId} ${idKey(id)}`;

function noteRequests(entry: MessageEntry, requests: Map<string, Affected>): void {
  if (entry.direction !== "out") return;
  for (const head of entry.heads) {
    if (head.kind !== "request") continue;
    const key = keyIn(entry, head.id);
    requests.set(key, { key, method: head.method, subject: head.subject });
  }
}

function affectedBy(
  entry: MessageEntry,
  requests: ReadonlyMap<string, Affected>,
): Affected | undefined {
  const original = entry.change?.original;
  const known = original === undefined ? undefined : /"id"\s*:\s*("[^"]*"|-?\d+)/.exec(original);
  const ids: (string | number)[] = known ? [JSON.parse(known[1] ?? "0")] : [];
  for (const head of entry.heads) {
    if ("id" in head && head.id !== undefined && head.id !== null) ids.push(head.id);
  }
  return ids.map((id) => requests.get(keyIn(entry, id))).find((found) => found !== undefined);
}

function outcomeOf(
  fault: MessageEntry,
  affected: Affected | undefined,
  later: readonly Entry[],
  now: number,
): FaultOutcome {
  let isOver = false;
  let isCorrupted = false;
  let isAlive = affected !== undefined && isAnswer(fault, affected);
  for (const entry of later) {
    if (entry.kind === "process" && entry.event.kind === "exited") isOver = true;
    if (entry.kind === "http-end" && entry.exchangeId === fault.exchangeId) {
      isOver ||= entry.outcome === "aborted";
    }
    if (entry.kind !== "message") continue;
    if (affected && isAnswer(entry, affected)) isAlive = true;
    if (entry.direction !== "out" || entry.change?.action === "added") continue;
    for (const head of entry.heads) {
      if (head.kind === "request" && isSameRequest(entry, head, fault, affected)) return "retried";
      if (head.kind === "notification" && head.method === "notifications/cancelled") {
        isOver ||= head.requestId !== undefined && keyIn(entry, head.requestId) === affected?.key;
      }
      // what a fault made of it is not the client's
      if (head.kind === "error" || head.kind === "invalid") isCorrupted ||= !entry.change;
      if (entry.connectionId === fault.connectionId) isAlive = true;
    }
  }
  if (isOver) return "gave-up";
  if (isCorrupted) return "corrupted";
  if (isAlive) return "went-on";
  return now - fault.at < hungMs ? "waiting" : "hung";
}

function isSameRequest(
  entry: MessageEntry,
  head: { readonly method: string; readonly subject?: string },
  fault: MessageEntry,
  affected: Affected | undefined,
): boolean {
  if (entry.connectionId !== fault.connectionId) return true;
  return affected?.method === head.method && affected.subject === head.subject;
}

/** Whether the client got a response to the request. */
function isAnswer(entry: MessageEntry, affected: Affected): boolean {
  if (entry.direction !== "in" || !isPassedOn(entry.change)) return false;
  return entry.heads.some(
    (head) =>
      (head.kind === "result" || head.kind === "error") &&
      head.id !== null &&
      keyIn(entry, head.id) === affected.key,
  );
}
