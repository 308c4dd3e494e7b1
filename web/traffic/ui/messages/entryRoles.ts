/** Says what a log entry means for the exchange that it belongs to. */
import { type Entry, isOfSession } from "../../../../shared/log/entry.ts";
import { type TaskHead, timedOutReason } from "../../../../shared/protocol/jsonRpc.ts";

/** Whether a row of its own begins with an entry: a request, or what should have been one. */
export function beginsExchange(entry: Entry): boolean {
  if (entry.kind === "http-request") return !isOfSession(entry);
  if (entry.kind === "app") return entry.heads.some((head) => head.kind === "request");
  if (entry.kind !== "message") return false;
  const isOut = entry.direction === "out";
  return entry.heads.some((head) => head.kind === "request" || (isOut && head.kind === "invalid"));
}

/** Whether an entry tells how its exchange went. */
export function outcomeIn(entry: Entry): boolean {
  switch (entry.kind) {
    case "message":
    case "app":
      return entry.heads.some(
        (head) => head.kind === "result" || head.kind === "error" || head.kind === "invalid",
      );
    case "http-response":
      return entry.http.status >= 400;
    case "http-end":
      return entry.outcome === "failed" || entry.outcome === "never-sent";
    case "frame":
      return entry.holds !== "stream-metadata";
    default:
      return false;
  }
}

const ranks: { readonly [K in Entry["kind"]]?: number } = {
  frame: 0,
  "http-end": 1,
  "http-response": 2,
};

/** How much an outcome says: an answer most, then the state of a task, then the HTTP exchange. */
export function rankOf(entry: Entry): number {
  if (entry.kind !== "message") return ranks[entry.kind] ?? 0;
  return taskIn(entry) ? 3 : 4;
}

/**
 * Whether an entry cancels a request that is not answered: a notification, or the end of its HTTP
 * exchange by the client.
 * @see https://modelcontextprotocol.io/specification/draft/basic/utilities/cancellation
 */
export function cancels(entry: Entry): boolean {
  if (entry.kind === "http-end") return entry.outcome === "aborted";
  if (entry.kind !== "message") return false;
  return entry.heads.some(
    (head) => head.kind === "notification" && head.method === "notifications/cancelled",
  );
}

/** Whether an entry that cancels a request says that its answer did not come in time. */
export function isTimeout(entry: Entry): boolean {
  if (entry.kind === "http-end") return entry.code === "timeout";
  if (entry.kind !== "message") return false;
  return entry.heads.some((head) => "excerpt" in head && head.excerpt === timedOutReason);
}

/** The state of a task that an entry reports. */
export function taskIn(entry: Entry): TaskHead | undefined {
  if (entry.kind !== "message") return undefined;
  for (const head of entry.heads) {
    if ((head.kind === "result" || head.kind === "notification") && head.task) return head.task;
  }
  return undefined;
}

/** The method of a request about a task; undefined for any other. */
export function taskMethodOf(head: Entry): string | undefined {
  const [message] = head.kind === "message" ? head.heads : [];
  const isAbout = message?.kind === "request" && message.method.startsWith("tasks/");
  return isAbout ? message.method : undefined;
}

/** Requests during which a server may ask for something. */
const calls: ReadonlySet<string> = new Set(["tools/call", "prompts/get", "resources/read"]);

export const mayAsk = (method: string): boolean => calls.has(method);

/** Requests whose answers tell how a task goes on. */
const carriers: ReadonlySet<string> = new Set(["tasks/get", "tasks/result"]);

export const carriesTask = (method: string): boolean => carriers.has(method);
