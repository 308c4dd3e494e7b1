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
  const faults: Fault[] = [];
  const requests = new Map<string, Affected>();
  const signs = createSigns();
  entries.forEach((entry, index) => {
    signs.note(entry, index);
    if (entry.kind !== "message") return;
    noteRequests(entry, requests);
    const rule = entry.change?.rule;
    if (rule === undefined) return;
    faults.push({ rule, entry, index, affected: affectedBy(entry, requests) });
  });
  for (const fault of faults) {
    const outcome = signs.outcomeOf(fault, now);
    const { count, outcomes } = summaries.get(fault.rule) ?? { count: 0, outcomes: {} };
    summaries.set(fault.rule, {
      count: count + 1,
      outcomes: { ...outcomes, [outcome]: (outcomes[outcome] ?? 0) + 1 },
    });
  }
  return summaries;
}

interface Fault {
  readonly rule: string;
  readonly entry: MessageEntry;
  /** Of its entry. */
  readonly index: number;
  readonly affected: Affected | undefined;
}

/**
 * Signs of what a client did. Each keeps the index of its last entry only: a fault is followed by a
 * sign if that entry comes after it. So a log with many faults is read once.
 */
function createSigns() {
  const last = new Map<string, number>();
  /** The last request of each session. */
  const lastRequests = new Map<string, number>();
  const isAfter = (index: number, ...sign: readonly unknown[]) =>
    (last.get(JSON.stringify(sign)) ?? -1) > index;

  return {
    note(entry: Entry, index: number): void {
      const mark = (...sign: readonly unknown[]) => last.set(JSON.stringify(sign), index);
      const { connectionId } = entry;
      if (entry.kind === "process" && entry.event.kind === "exited") mark("exited");
      if (entry.kind === "http-end" && entry.outcome === "aborted") {
        mark("aborted", entry.exchangeId);
      }
      if (entry.kind !== "message") return;
      for (const key of answeredBy(entry)) mark("answered", key);
      if (entry.direction !== "out" || entry.change?.action === "added") return;
      for (const head of entry.heads) {
        mark("alive", connectionId);
        if (head.kind === "request") {
          mark("request", connectionId, head.method, head.subject);
          lastRequests.set(connectionId, index);
        }
        if (head.kind === "notification" && head.method === "notifications/cancelled") {
          if (head.requestId !== undefined) mark("cancelled", keyIn(entry, head.requestId));
        }
        // what a fault made of it is not the client's
        const isError = head.kind === "error" || head.kind === "invalid";
        if (isError && !entry.change) mark("corrupted");
      }
    },
    outcomeOf({ entry, index, affected }: Fault, now: number): FaultOutcome {
      const { connectionId, exchangeId } = entry;
      const isRepeated =
        affected && isAfter(index, "request", connectionId, affected.method, affected.subject);
      const isReconnected = [...lastRequests].some(
        ([session, request]) => session !== connectionId && request > index,
      );
      if (isRepeated || isReconnected) return "retried";
      const hasEnded = isAfter(index, "exited") || isAfter(index, "aborted", exchangeId);
      if (hasEnded || isAfter(index, "cancelled", affected?.key)) return "gave-up";
      if (isAfter(index, "corrupted")) return "corrupted";
      // the fault itself may have answered the request
      const isAnswered = affected !== undefined && isAfter(index - 1, "answered", affected.key);
      if (isAnswered || isAfter(index, "alive", connectionId)) return "went-on";
      return now - entry.at < hungMs ? "waiting" : "hung";
    },
  };
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

/** The requests to which the client got a response. */
function answeredBy(entry: MessageEntry): string[] {
  if (entry.direction !== "in" || !isPassedOn(entry.change)) return [];
  return entry.heads.flatMap((head) =>
    (head.kind === "result" || head.kind === "error") && head.id !== null
      ? [keyIn(entry, head.id)]
      : [],
  );
}
