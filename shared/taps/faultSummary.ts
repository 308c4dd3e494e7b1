/** Says what a client did after each fault, from the log of its tap. */
import { isJsonObject, membersOf, parseJsonObject } from "../core/json/jsonObject.ts";
import { type Entry, idKey, type MessageEntry, type TapChange } from "../log/entry.ts";
import { reorderMs } from "./faults.ts";

/**
 * `retried`: it sent the same request with the same parameters again within {@link retryMs}.
 * `reconnected`: it began another session, and sent nothing in this one since. `gave-up`: it cancelled the request, or ended its HTTP
 * exchange. `corrupted`: it answered with an error, or with what is no message. `went-on`: it sent
 * something else. `answered`: it got a response, and sent nothing since. `ended`: the session ended
 * before it sent anything. `hung`: nothing came for {@link hungMs}. `waiting`: nothing came so far.
 */
export type FaultOutcome =
  | "retried"
  | "reconnected"
  | "gave-up"
  | "corrupted"
  | "went-on"
  | "answered"
  | "ended"
  | "hung"
  | "waiting";

export interface FaultSummary {
  /** How often the fault happened. */
  readonly count: number;
  readonly outcomes: Partial<Readonly<Record<FaultOutcome, number>>>;
}

/** Milliseconds without a message of the client after which none is waited for. */
const hungMs = 10_000;

/** Milliseconds after which the same request is no retry: the client may want it again. */
const retryMs = 60_000;

/** The request that a fault happened to, or to whose response. */
interface Affected {
  readonly key: string;
  readonly entry: MessageEntry;
  /** What requests have in common that may be the same. */
  readonly kind: string;
}

const notPassed: ReadonlySet<TapChange["action"]> = new Set([
  "drop",
  "dropped",
  "answered",
  "for-tap",
  "status",
  "close",
  "kill",
]);

/** What ends the connection, so that its end is not the client's act. */
const endings: ReadonlySet<TapChange["action"]> = new Set(["close", "cut", "kill"]);

/** Whether a message reached its receiver. */
export function isPassedOn(change: TapChange | undefined): boolean {
  return change === undefined || !notPassed.has(change.action);
}

/** Whether neither the client nor the server sent a message, but the tap or its user. */
export function isOfTap(change: TapChange | undefined): boolean {
  return change?.action === "added" || change?.action === "of-tap";
}

/** A fault that happened, and what the client did next. */
export interface FaultEvent {
  /** The id of its rule. */
  readonly rule: string;
  readonly outcome: FaultOutcome;
  /** The numbers of the entries that prove it: what the fault changed, and the request sent again. */
  readonly seqs: readonly number[];
  /** Milliseconds until the same request was sent again. */
  readonly againMs?: number;
}

/**
 * Follows the faults of one server.
 * @param entries those of its sessions, in order
 * @param now milliseconds of the log's clock
 * @param read returns the text of a message as its sender sent it
 */
export async function followFaults(
  entries: readonly Entry[],
  now: number,
  read: (entry: MessageEntry) => Promise<string>,
): Promise<readonly FaultEvent[]> {
  const faults: Fault[] = [];
  const requests = new Map<string, Affected>();
  const signs = createSigns();
  /** Messages that wait for the next one, by its connection and direction. */
  const waiting = new Map<string, Fault[]>();
  entries.forEach((entry, index) => {
    signs.note(entry, index);
    if (entry.kind !== "message") return;
    noteRequests(entry, requests);
    const way = JSON.stringify([entry.connectionId, entry.direction]);
    if (isPassedOn(entry.change)) {
      for (const fault of waiting.get(way) ?? []) {
        if (entry.at - fault.entry.at <= reorderMs) fault.arrived = index;
      }
      waiting.delete(way);
    }
    const rule = entry.change?.rule;
    if (rule === undefined) return;
    const fault = { rule, entry, index, arrived: index, affected: affectedBy(entry, requests) };
    faults.push(fault);
    if (entry.change?.action === "reorder") {
      waiting.set(way, [...(waiting.get(way) ?? []), fault]);
    }
  });
  const retries = await findRetries(entries, faults, read);
  const clients = faults.length > 0 ? await readClients(entries, read) : new Map();
  return faults.map((fault) => {
    const { rule, entry } = fault;
    const again = retries.get(fault);
    return again === undefined
      ? { rule, outcome: signs.outcomeOf(fault, now, clients), seqs: [entry.seq] }
      : { rule, outcome: "retried", seqs: [entry.seq, again.seq], againMs: again.at - entry.at };
  });
}

/** @returns by the id of the rule */
export function summarizeFaults(events: readonly FaultEvent[]): ReadonlyMap<string, FaultSummary> {
  const summaries = new Map<string, FaultSummary>();
  for (const { rule, outcome } of events) {
    const { count, outcomes } = summaries.get(rule) ?? { count: 0, outcomes: {} };
    summaries.set(rule, {
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
  /** The index after which the client can have reacted: a message that was put behind the next one arrives with it. */
  arrived: number;
  readonly affected: Affected | undefined;
}

/**
 * Finds the requests that the client sent again. Only requests of the same method and subject as that
 * of a fault are read.
 */
async function findRetries(
  entries: readonly Entry[],
  faults: readonly Fault[],
  read: (entry: MessageEntry) => Promise<string>,
): Promise<ReadonlyMap<Fault, MessageEntry>> {
  const retries = new Map<Fault, MessageEntry>();
  const kinds = new Set(faults.map(({ affected }) => affected?.kind));
  const faultAt = new Map(faults.map((fault) => [fault.index, fault]));
  /** The next request with the same parameters, looking back from the end. */
  const next = new Map<string, MessageEntry>();
  for (let index = entries.length - 1; index >= 0; index--) {
    const fault = faultAt.get(index);
    if (fault?.affected) {
      const again = next.get(await sentAs(fault.affected, read));
      if (again !== undefined && again.at - fault.entry.at <= retryMs) retries.set(fault, again);
    }
    const entry = entries[index];
    if (entry?.kind !== "message" || isOfTap(entry.change)) continue;
    for (const request of requestsIn(entry)) {
      if (kinds.has(request.kind)) next.set(await sentAs(request, read), entry);
    }
  }
  return retries;
}

/**
 * Reads who the client of each session says it is, in its first request.
 * @returns by connection; without those that do not say it
 */
async function readClients(
  entries: readonly Entry[],
  read: (entry: MessageEntry) => Promise<string>,
): Promise<ReadonlyMap<string, string>> {
  const clients = new Map<string, string>();
  const known = new Set<string>();
  for (const entry of entries) {
    if (entry.kind !== "message" || known.has(entry.connectionId)) continue;
    if (isOfTap(entry.change) || requestsIn(entry).length === 0) continue;
    known.add(entry.connectionId);
    const params = membersOf(parseJsonObject(await read(entry))?.params);
    const info = params.clientInfo ?? membersOf(params._meta)["io.modelcontextprotocol/clientInfo"];
    if (info !== undefined) clients.set(entry.connectionId, JSON.stringify(info));
  }
  return clients;
}

/** A text that is the same for requests that differ in their id and metadata only. */
async function sentAs(
  { entry, kind }: Affected,
  read: (entry: MessageEntry) => Promise<string>,
): Promise<string> {
  const params = parseJsonObject(await read(entry))?.params;
  const { _meta: _, ...rest } = isJsonObject(params) ? params : {};
  return `${kind} ${JSON.stringify(rest)}`;
}

/**
 * Signs of what a client did. Each keeps the index of its last entry only: a fault is followed by a
 * sign if that entry comes after it. So a log with many faults is read once.
 */
function createSigns() {
  const last = new Map<string, number>();
  /** The first entry of each session. */
  const began = new Map<string, number>();
  const isAfter = (index: number, ...sign: readonly unknown[]) =>
    (last.get(JSON.stringify(sign)) ?? -1) > index;

  return {
    note(entry: Entry, index: number): void {
      const mark = (...sign: readonly unknown[]) => last.set(JSON.stringify(sign), index);
      const { connectionId } = entry;
      if (entry.kind === "process" && entry.event.kind === "exited") {
        mark("exited", connectionId);
      }
      if (entry.kind === "http-end" && entry.outcome === "aborted") {
        mark("aborted", entry.exchangeId);
      }
      if (entry.kind !== "message") return;
      for (const key of answeredBy(entry)) mark("answered", key);
      if (entry.direction !== "out" || isOfTap(entry.change)) return;
      for (const head of entry.heads) {
        mark("alive", connectionId);
        if (head.kind === "request") {
          if (!began.has(connectionId)) began.set(connectionId, index);
        }
        if (head.kind === "notification" && head.method === "notifications/cancelled") {
          if (head.requestId !== undefined) mark("cancelled", keyIn(entry, head.requestId));
        }
        // what a fault made of it is not the client's
        const isError = head.kind === "error" || head.kind === "invalid";
        if (isError && !entry.change) mark("corrupted", connectionId);
      }
    },
    outcomeOf(
      { entry, index, arrived, affected }: Fault,
      now: number,
      clients: ReadonlyMap<string, string>,
    ): FaultOutcome {
      const { connectionId, exchangeId } = entry;
      const client = clients.get(connectionId);
      // a tap of HTTP has the sessions of all its clients
      const isReconnected = [...began].some(
        ([session, first]) =>
          session !== connectionId &&
          first > arrived &&
          client !== undefined &&
          clients.get(session) === client &&
          !isAfter(first, "alive", connectionId),
      );
      if (isReconnected) return "reconnected";
      const isEndedByTap = entry.change !== undefined && endings.has(entry.change.action);
      const hasLeft = !isEndedByTap && isAfter(arrived, "aborted", exchangeId);
      if (hasLeft || isAfter(arrived, "cancelled", affected?.key)) return "gave-up";
      if (isAfter(arrived, "corrupted", connectionId)) return "corrupted";
      if (isAfter(arrived, "alive", connectionId)) return "went-on";
      // the fault itself may have answered the request
      if (affected !== undefined && isAfter(index - 1, "answered", affected.key)) return "answered";
      if (isAfter(index, "exited", connectionId)) return "ended";
      return now - entry.at < hungMs ? "waiting" : "hung";
    },
  };
}

const keyIn = ({ connectionId }: Entry, id: string | number) => `${connectionId} ${idKey(id)}`;

function noteRequests(entry: MessageEntry, requests: Map<string, Affected>): void {
  for (const request of requestsIn(entry)) requests.set(request.key, request);
}

/** The requests of the client in an entry. */
function requestsIn(entry: MessageEntry): readonly Affected[] {
  if (entry.direction !== "out") return [];
  return entry.heads.flatMap((head) => {
    if (head.kind !== "request") return [];
    const kind = JSON.stringify([entry.connectionId, head.method, head.subject]);
    return [{ key: keyIn(entry, head.id), entry, kind }];
  });
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
