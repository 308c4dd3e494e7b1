/** Summarizes log entries in a few words with a severity. */
import type { InvalidReason, MessageHead, TaskHead } from "../../../../shared/core/jsonRpc.ts";
import type { LogHead } from "../../../../shared/core/logHead.ts";
import { escapeHidden } from "../../../../shared/core/text/visibleText.ts";
import type { ConnectionEntry, FrameEntry, ProcessEntry } from "../../../../shared/log/entry.ts";
import { logSeverity } from "../../../../shared/mcp/logLevels.ts";
import { taskStatusText } from "../../../calls/messages/runMessages.ts";
import { formatCount, formatSize } from "../../../messages/quantities.ts";

export type Tone = "plain" | "quiet" | "warning" | "violation";

export interface Summary {
  readonly summary: string;
  readonly tone: Tone;
}

/** @param method the method of the request that an answer answers */
export function messageSummary(head: MessageHead, method: string): Summary {
  switch (head.kind) {
    case "request":
      return { summary: "", tone: "plain" };
    case "notification":
      if (head.log) return logSummary(head.log);
      if (head.task?.status !== undefined) return taskSummary(head.task);
      return { summary: escapeHidden(progressSummary(head)), tone: "plain" };
    case "result":
      if (head.isError)
        return { summary: withExcerpt("tool error", head.excerpt), tone: "warning" };
      if (head.needsInput) return { summary: "input required", tone: "plain" };
      if (head.task?.status !== undefined) return taskSummary(head.task);
      if (head.listed === undefined) {
        return { summary: withExcerpt("result", head.excerpt), tone: "quiet" };
      }
      return {
        summary: formatCount(head.listed, ...(listNouns[method] ?? ["item"])),
        tone: "plain",
      };
    case "error":
      return { summary: errorSummary(head.code, head.excerpt), tone: "violation" };
    case "invalid":
      return { summary: invalidSummary[head.reason], tone: "violation" };
  }
}

/** The state of a task and its message, such as `task working: Reading`. */
export function taskSummary({ status = "", excerpt }: TaskHead): Summary {
  const tone = status === "failed" ? "warning" : "plain";
  return { summary: withExcerpt(`task ${taskStatusText(status)}`, excerpt), tone };
}

/** The progress of a request, such as `3/10: Reading`; empty for other notifications. */
function progressSummary(head: Extract<MessageHead, { kind: "notification" }>): string {
  const { progress, total, excerpt, requestId } = head;
  if (progress === undefined) return requestId === undefined ? "" : `request ${requestId}`;
  const done = total === undefined ? `${progress}` : `${progress}/${total}`;
  return excerpt === undefined ? done : `${done}: ${excerpt}`;
}

function withExcerpt(words: string, excerpt: string | undefined): string {
  return excerpt === undefined ? words : `${words}: ${escapeHidden(excerpt)}`;
}

/** The level, the logger and the beginning of the text of a log message. */
function logSummary({ level, logger, text }: LogHead): Summary {
  const severity = logSeverity(level);
  const tone =
    severity >= logSeverity("error")
      ? "violation"
      : severity >= logSeverity("warning")
        ? "warning"
        : "plain";
  const from = [level || "no level", logger].filter(Boolean).join(" ");
  return { summary: escapeHidden(text === "" ? from : `${from}: ${text}`), tone };
}

export function batchSummary(heads: readonly MessageHead[]): Summary {
  const errors = heads.filter((head) => head.kind === "error").length;
  const invalid = heads.filter((head) => head.kind === "invalid").length;
  const parts = [
    `batch of ${heads.length}`,
    ...(errors > 0 ? [formatCount(errors, "error")] : []),
    ...(invalid > 0 ? [`${invalid} invalid`] : []),
  ];
  return { summary: parts.join(", "), tone: errors + invalid > 0 ? "violation" : "plain" };
}

const listNouns: Readonly<Record<string, readonly [one: string, many?: string]>> = {
  "tools/list": ["tool"],
  "resources/list": ["resource"],
  "resources/templates/list": ["template"],
  "prompts/list": ["prompt"],
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

function errorSummary(code: number | undefined, excerpt: string | undefined): string {
  if (code === undefined) return withExcerpt("error without a code", excerpt);
  const name = errorNames[code];
  const isNamed = name !== undefined && excerpt?.toLowerCase().includes(name.toLowerCase());
  return withExcerpt(`error ${code}${name && !isNamed ? ` ${name}` : ""}`, excerpt);
}

const invalidSummary: Readonly<Record<InvalidReason, string>> = {
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
  return carrier === "sse" ? "incomplete end of a stream" : "incomplete end of a body";
}

export function connectionSummary({ phase, label }: ConnectionEntry): Summary {
  switch (phase) {
    case "connecting":
      return { summary: `Connecting to ${label}`, tone: "quiet" };
    case "connected":
      return { summary: `Connected to ${label}`, tone: "quiet" };
    case "failed":
      return { summary: `Not connected to ${label}`, tone: "violation" };
    case "closed":
      return { summary: `Closed ${label}`, tone: "quiet" };
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
  }
}
