/** Summarizes log entries in a few words with a severity. */

import { isOptionalListError } from "../../../../shared/client/pages.ts";
import { escapeHidden } from "../../../../shared/core/text/visibleText.ts";
import type {
  ConnectionEntry,
  FrameEntry,
  ListedChange,
  ProcessEntry,
} from "../../../../shared/log/entry.ts";
import type { InvalidReason, MessageHead, TaskHead } from "../../../../shared/protocol/jsonRpc.ts";
import type { LogHead } from "../../../../shared/protocol/logHead.ts";
import { logSeverity } from "../../../../shared/protocol/logLevels.ts";
import { taskStatusText } from "../../../calls/messages/runMessages.ts";
import { formatCount, formatMs, formatSize } from "../../../messages/quantities.ts";

export type Tone = "plain" | "quiet" | "warning" | "violation";

/** How a row's exchange goes or went. */
export interface RowState {
  readonly kind:
    | "ok"
    | "failed"
    | "running"
    | "queued"
    | "waits"
    | "paused"
    | "task"
    | "model"
    | "note";
  /** Shown in a chip; `ok`, `failed` and `running` are shown as a sign alone. */
  readonly words: string;
}

export interface Summary {
  /** What came of it, after the name. */
  readonly summary: string;
  readonly tone: Tone;
  readonly state?: RowState | undefined;
}

export const okState: RowState = { kind: "ok", words: "ok" };
export const failedState: RowState = { kind: "failed", words: "failed" };

/** @param method the method of the request that an answer answers */
export function messageSummary(head: MessageHead, method: string): Summary {
  switch (head.kind) {
    case "request":
      return { summary: "", tone: "plain" };
    case "notification":
      if (head.log) return logSummary(head.log);
      if (head.task?.status !== undefined) return taskSummary(head.task);
      return { summary: escapeHidden(notificationSummary(head)), tone: "plain" };
    case "result":
      if (head.isError) {
        const state: RowState = { kind: "failed", words: "tool error" };
        return { summary: failureWords(head.excerpt), tone: "violation", state };
      }
      if (head.needsInput) {
        return { summary: "", tone: "plain", state: { kind: "note", words: "input required" } };
      }
      if (head.task?.status !== undefined) return taskSummary(head.task);
      if (head.listed === undefined) {
        return { summary: escapeHidden(head.excerpt ?? ""), tone: "quiet", state: okState };
      }
      return {
        summary: listedText(head.listed, method),
        tone: "plain",
        state: okState,
      };
    case "error": {
      const words = head.code === undefined ? "no code" : `${head.code}`;
      const summary = errorSummary(head.code, head.excerpt);
      if (isOptionalListError(method, head.code)) {
        return { summary, tone: "quiet", state: { kind: "note", words: "not offered" } };
      }
      return { summary, tone: "violation", state: { kind: "failed", words } };
    }
    case "invalid":
      return { ...invalidSummary(head), tone: "violation", state: failedState };
  }
}

/**
 * The message of a task, with its state.
 * @param isCurrent whether the task is in this state now; a message only tells that it was
 */
export function taskSummary({ status = "", excerpt }: TaskHead, isCurrent = false): Summary {
  const isFailed = status === "failed";
  const words = `task ${taskStatusText(status)}`;
  return {
    summary: escapeHidden(excerpt ?? ""),
    tone: isFailed ? "warning" : "plain",
    state: { kind: isFailed ? "failed" : isCurrent ? "task" : "note", words },
  };
}

const updated = "notifications/resources/updated";

/** What a notification says, such as `3/10: Reading`. */
function notificationSummary(head: Extract<MessageHead, { kind: "notification" }>): string {
  const { method, progress, total, excerpt, requestId } = head;
  if (progress === undefined) {
    if (requestId !== undefined) return `request ${requestId}`;
    return method === updated ? "changed" : "";
  }
  const done = total === undefined ? `${progress}` : `${progress}/${total}`;
  return excerpt === undefined ? done : `${done}: ${excerpt}`;
}

/** The beginning of the text of a log message, with its level. */
function logSummary({ level, text }: LogHead): Summary {
  const severity = logSeverity(level);
  const tone =
    severity >= logSeverity("error")
      ? "violation"
      : severity >= logSeverity("warning")
        ? "warning"
        : "plain";
  const state: RowState = { kind: "note", words: escapeHidden(level || "no level") };
  return { summary: escapeHidden(text), tone, state };
}

export function batchSummary(heads: readonly MessageHead[]): Summary {
  const errors = heads.filter((head) => head.kind === "error").length;
  const invalid = heads.filter((head) => head.kind === "invalid").length;
  const parts = [
    `batch of ${heads.length}`,
    ...(errors > 0 ? [formatCount(errors, "error")] : []),
    ...(invalid > 0 ? [`${invalid} invalid`] : []),
  ];
  const isFailed = errors + invalid > 0;
  return {
    summary: parts.join(", "),
    tone: isFailed ? "violation" : "plain",
    ...(isFailed && { state: failedState }),
  };
}

/** What the answer to a list request has, such as `6 tools`. */
export function listedText(count: number, method: string): string {
  return formatCount(count, ...(listNouns[method] ?? ["item"]));
}

const listNouns: Readonly<Record<string, readonly [one: string, many?: string]>> = {
  "tools/list": ["tool"],
  "resources/list": ["resource"],
  "resources/templates/list": ["template"],
  "prompts/list": ["prompt"],
  "skills/list": ["skill"],
  "events/list": ["event type"],
  "tasks/list": ["task"],
};

/** @see https://www.jsonrpc.org/specification#error_object */
const errorNames: Readonly<Record<number, string>> = {
  [-32700]: "Parse error",
  [-32600]: "Invalid Request",
  [-32601]: "Method not found",
  [-32602]: "Invalid params",
  [-32603]: "Internal error",
  [-32002]: "Resource not found",
  [-32042]: "URL elicitation required",
};

/** The message of an error; the name of its code if it has none. */
function errorSummary(code: number | undefined, excerpt: string | undefined): string {
  return failureWords(excerpt) || (code === undefined ? undefined : errorNames[code]) || "error";
}

/** What the official SDKs put before the message of an error. */
const sdkPrefix = /^(?:MCP error -?\d+: )+/;

/** A failure in the words of the server, without what its code says already. */
function failureWords(excerpt = ""): string {
  return escapeHidden(excerpt.replace(sdkPrefix, ""));
}

/** What is wrong is the name of the row; its text follows where nothing else can be read. */
function invalidSummary({
  reason,
  excerpt,
}: Extract<MessageHead, { readonly kind: "invalid" }>): Pick<Summary, "summary"> {
  const words = invalidWords[reason];
  return { summary: excerpt === undefined ? words : `${words} “${escapeHidden(excerpt)}”` };
}

const invalidWords: Readonly<Record<InvalidReason, string>> = {
  "not-json": "not JSON",
  "not-an-object": "not a JSON object",
  "wrong-version": "not JSON-RPC 2.0",
  "id-is-null": "id is null",
  "id-has-wrong-type": "id is not a string or number",
  "method-is-not-a-string": "method is not a string",
  "result-and-error": "both result and error",
  "no-method-result-or-error": "no method, result or error",
  "error-is-not-an-object": "error is not an object",
};

export function frameSummary({ carrier, holds }: FrameEntry): string {
  if (holds === "body") return "body without a message";
  if (holds === "endpoint") return "endpoint for messages";
  if (holds === "other-event") return "event of another type";
  if (carrier === "stdio") return "incomplete line";
  return carrier === "sse" ? "incomplete event" : "incomplete body";
}

/**
 * @param name of the server; its address by default
 * @param hasCrashed whether its process ended before the page closed it
 */
export function connectionSummary(
  { phase, label }: Pick<ConnectionEntry, "phase" | "label">,
  name = label,
  hasCrashed = false,
): Summary {
  switch (phase) {
    case "connecting":
      return { summary: `Connecting to ${name}`, tone: "quiet" };
    case "connected":
      return { summary: `Connected to ${name}`, tone: "quiet" };
    case "failed":
      return { summary: `Not connected to ${name}`, tone: "violation" };
    case "closed":
      if (hasCrashed) return { summary: `Lost ${name}: its process ended`, tone: "warning" };
      return { summary: `Closed ${name}`, tone: "quiet" };
    case "restored":
      return { summary: restoredSummary(Number(label)), tone: "quiet" };
    case "not-stored":
      return {
        summary: `A message of ${formatSize(Number(label))} was lost in the reload: only those up to 2 MB are kept`,
        tone: "warning",
      };
  }
}

/** @param inProgress the number of calls whose answers the reload has lost */
function restoredSummary(inProgress: number): string {
  if (inProgress === 0) return "Restored from before the reload";
  const calls = formatCount(inProgress, "call");
  return inProgress === 1
    ? `Restored from before the reload. ${calls} was in progress; its result is unknown`
    : `Restored from before the reload. ${calls} were in progress; their results are unknown`;
}

export function processSummary(event: ProcessEntry["event"]): Summary {
  switch (event.kind) {
    case "starting":
      return { summary: `Starting ${event.command.join(" ")}`, tone: "quiet" };
    case "started":
      return { summary: `Process ${event.pid} started`, tone: "quiet" };
    case "not-started":
      return { summary: `Not started: ${event.reason}`, tone: "violation" };
    case "exited":
      if (event.signal) return { summary: `Process ended by ${event.signal}`, tone: "quiet" };
      return {
        summary: `Process exited with code ${event.code ?? "unknown"}`,
        tone: event.code === 0 ? "quiet" : "violation",
      };
    case "missed":
      return {
        summary: `${formatCount(event.bytes, "byte")} of its output were dropped while no page was connected`,
        tone: "warning",
      };
    case "restarted":
      return { summary: restartSummary(event.changes, event.ms), tone: "quiet" };
    case "not-restarted":
      return { summary: `Not restarted: ${notRestartedText(event)}`, tone: "violation" };
    case "rewritten":
      return {
        summary: `Rewritten by the tap: ${event.member} ${event.from} is now ${event.to}, in ${event.path}`,
        tone: "quiet",
      };
  }
}

export function notRestartedText({
  reason,
  isRunning,
}: Extract<ProcessEntry["event"], { readonly kind: "not-restarted" }>): string {
  return `${reason}${isRunning ? " The former process goes on" : ""}`;
}

/** @returns for example “Restarted by the tap, 213 ms · tool read_file changed” */
function restartSummary(changes: readonly ListedChange[], ms: number): string {
  const [first] = changes;
  const restarted = `Restarted by the tap, ${formatMs(ms)}`;
  if (!first) return `${restarted} · no change of its lists`;
  if (changes.length > 1) {
    return `${restarted} · ${formatCount(changes.length, "change")} of its lists`;
  }
  return `${restarted} · ${first.kind.slice(0, -1)} ${first.name} ${first.change}`;
}
