/** Tells which rows are folded into one where they follow each other. */
import type { Entry } from "../../../../../shared/log/entry.ts";
import type { LogIndex } from "../logIndex.ts";

/** Requests whose exchanges are folded where they follow each other. */
const polls: ReadonlySet<string> = new Set(["tasks/get", "ping", "server/discover"]);

/** Polls of a task and the notifications of its states say the same, so they are folded together. */
const taskStates: ReadonlySet<string> = new Set([
  "tasks/get",
  "notifications/tasks",
  "notifications/tasks/status",
]);

/** Notifications that say something once. */
const single: ReadonlySet<string> = new Set([
  "notifications/initialized",
  "notifications/cancelled",
]);

/**
 * What rows have in common that are folded into one.
 * @param isGroup whether the row has parts
 */
export function runKey(head: Entry, isGroup: boolean, index: LogIndex): string | undefined {
  // attempts to open a stream again
  if (head.kind === "http-end" && head.outcome === "failed") {
    return `end ${index.exchange(head)?.request?.http.method} ${head.reason ?? ""}`;
  }
  if ((head.kind !== "message" || head.batch) && head.kind !== "app") return undefined;
  const [message] = head.heads;
  if (!message || !("method" in message) || message.method === undefined) return undefined;
  const { method } = message;
  const isFolded =
    message.kind === "notification" ? !single.has(method) : isGroup && polls.has(method);
  if (!isFolded) return undefined;
  if (taskStates.has(method)) return "states of a task";
  return `${head.kind} ${head.direction} ${method} ${message.kind === "notification" ? (message.subject ?? "") : ""}`;
}
