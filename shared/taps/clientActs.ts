/** Says what a client did, from the log of its tap, with the entries that prove it. */
import { type Entry, idKey, type MessageEntry } from "../log/entry.ts";
import { isOfTap, isPassedOn } from "./faultSummary.ts";

/**
 * `listed-again`: it listed after the server had said that a list changed. `answered`: it answered a
 * request of the server. `cancelled`: it cancelled a request. `waited`: it waited for an answer for
 * {@link lateMs} or longer. `unique-ids`: no two of its requests in a session have the same id.
 * `initialized`: it said so after the handshake. `progress`: it asked for progress and got some.
 */
export type ClientActCode =
  | "listed-again"
  | "answered"
  | "cancelled"
  | "waited"
  | "unique-ids"
  | "initialized"
  | "progress";

export interface ClientAct {
  readonly code: ClientActCode;
  /** `not-seen`: nothing happened that would have shown it. `open`: it may still happen. */
  readonly state: "ok" | "failed" | "open" | "not-seen";
  /** The method that it is about; empty if it is about all. */
  readonly method: string;
  /** How often it was seen. */
  readonly count: number;
  /** Milliseconds that passed, or that something has been pending. */
  readonly ms?: number;
  /** The numbers of the entries that prove it. */
  readonly seqs: readonly number[];
}

/** Milliseconds after which a client that has not acted is said not to have done it. */
const patienceMs = 10_000;

/** Milliseconds after which an answer is late. */
const lateMs = 5000;

/** What a client lists again after a notification. */
const listings: Readonly<Record<string, readonly string[]>> = {
  "notifications/tools/list_changed": ["tools/list"],
  "notifications/prompts/list_changed": ["prompts/list"],
  "notifications/resources/list_changed": ["resources/list", "resources/templates/list"],
};

interface Open {
  readonly entry: MessageEntry;
  readonly method: string;
}

/**
 * @param entries those of its sessions, in order
 * @param now milliseconds of the log's clock
 * @returns failed ones first, those that were not seen last
 */
export function readClientActs(entries: readonly Entry[], now: number): readonly ClientAct[] {
  const acts: ClientAct[] = [];
  const sessions = Map.groupBy(
    entries.filter((entry) => entry.kind === "message"),
    ({ connectionId }) => connectionId,
  );
  const ended = new Set(
    entries.flatMap((entry) =>
      entry.kind === "process" && entry.event.kind === "exited" ? [entry.connectionId] : [],
    ),
  );
  for (const [connectionId, messages] of sessions) {
    acts.push(...actsOfSession(messages, ended.has(connectionId) ? undefined : now));
  }
  return merged(acts);
}

/** @param now undefined for a session that has ended */
function actsOfSession(
  messages: readonly MessageEntry[],
  now: number | undefined,
): readonly ClientAct[] {
  const acts: ClientAct[] = [];
  const add = (
    code: ClientActCode,
    state: ClientAct["state"],
    seqs: readonly number[],
    more = {},
  ) => acts.push({ code, state, method: "", count: 1, seqs, ...more });
  /** Requests of the server, and of the client, without an answer. */
  const asked = new Map<string, Open>();
  const sent = new Map<string, Open>();
  /** Lists that have changed, by the method that lists them. */
  const stale = new Map<string, Open>();
  /** The request that first used an id. */
  const ids = new Map<string, number>();
  const progress: number[] = [];
  let requests = 0;
  let repeated: readonly number[] | undefined;
  let hello: MessageEntry | undefined;
  let initialized: MessageEntry | undefined;

  for (const entry of messages) {
    const { seq, at, direction, change } = entry;
    if (direction === "in" && !isPassedOn(change)) continue;
    const isClients = direction === "out" && !isOfTap(change);
    for (const head of entry.heads) {
      if (head.kind === "request" && direction === "in") {
        asked.set(idKey(head.id), { entry, method: head.method });
      } else if (head.kind === "request" && isClients) {
        const { method } = head;
        requests++;
        const key = idKey(head.id);
        if (method === "initialize") hello = entry;
        const first = ids.get(key);
        // sent twice by a fault
        if (first !== undefined && change === undefined) repeated ??= [first, seq];
        ids.set(key, seq);
        sent.set(key, { entry, method });
        const changed = stale.get(method);
        if (changed) {
          stale.delete(method);
          const ms = at - changed.entry.at;
          add("listed-again", "ok", [changed.entry.seq, seq], { method, ms });
        }
      } else if (head.kind === "notification" && isClients) {
        if (head.method === "notifications/initialized") initialized ??= entry;
        if (head.method === "notifications/cancelled" && head.requestId !== undefined) {
          const request = sent.get(idKey(head.requestId));
          sent.delete(idKey(head.requestId));
          const seqs = request ? [request.entry.seq, seq] : [seq];
          const ms = request ? { ms: at - request.entry.at } : {};
          add("cancelled", "ok", seqs, { method: request?.method ?? "", ...ms });
        }
      } else if (head.kind === "notification" && direction === "in") {
        if (head.method === "notifications/progress") progress.push(seq);
        for (const method of listings[head.method] ?? []) {
          if (!stale.has(method)) stale.set(method, { entry, method });
        }
      } else if ((head.kind === "result" || head.kind === "error") && head.id !== null) {
        const key = idKey(head.id);
        if (isClients) {
          const request = asked.get(key);
          asked.delete(key);
          if (!request) continue;
          const { method } = request;
          add("answered", "ok", [request.entry.seq, seq], { method, ms: at - request.entry.at });
        } else if (direction === "in") {
          const request = sent.get(key);
          sent.delete(key);
          const ms = request ? at - request.entry.at : 0;
          if (request && ms >= lateMs) {
            add("waited", "ok", [request.entry.seq, seq], { method: request.method, ms });
          }
        }
      }
    }
  }
  const end = now ?? messages.at(-1)?.at ?? 0;
  const pending = (code: ClientActCode, { entry, method }: Open) => {
    const ms = end - entry.at;
    const isLate = ms >= patienceMs || now === undefined;
    add(code, isLate ? "failed" : "open", [entry.seq], { method, ms });
  };
  // templates are listed with the resources, by clients that want them
  for (const open of stale.values()) {
    if (open.method !== "resources/templates/list") pending("listed-again", open);
  }
  for (const open of asked.values()) pending("answered", open);
  if (requests > 0) {
    add("unique-ids", repeated ? "failed" : "ok", repeated ?? [], { count: requests });
  }
  if (hello) {
    if (initialized) add("initialized", "ok", [initialized.seq]);
    else pending("initialized", { entry: hello, method: "initialize" });
  }
  if (progress.length > 0) add("progress", "ok", progress, { count: progress.length });
  return acts;
}

const codes: readonly ClientActCode[] = [
  "listed-again",
  "answered",
  "cancelled",
  "waited",
  "progress",
  "initialized",
  "unique-ids",
];

const order: readonly ClientAct["state"][] = ["failed", "open", "ok", "not-seen"];

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
  const notSeen = codes
    .filter((code) => !seen.has(code))
    .map((code) => ({ code, state: "not-seen" as const, method: "", count: 0, seqs: [] }));
  return [...all, ...notSeen].toSorted(
    (one, other) => order.indexOf(one.state) - order.indexOf(other.state),
  );
}
