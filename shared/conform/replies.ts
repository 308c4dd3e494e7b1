/** The answers of an examined server, in the words of verdicts. */
import type { RequestOutcome } from "../client/session/outcome.ts";
import { importantLine } from "../core/text/errorOutput.ts";
import { shortened } from "../core/text/shortened.ts";
import type { EventLog } from "../log/eventLog.ts";
import { findingText } from "../messages/findingText.ts";
import { checkMessage, checkResult } from "../protocol/check/checkMessage.ts";
import type { Failure } from "../protocol/failures/failure.ts";
import type { Revision } from "../protocol/revisions.ts";

/** How the server answered a request. */
export interface Reply {
  readonly kind: "result" | "error" | "failed";
  /** The result. */
  readonly value: unknown;
  /** The code of the error. */
  readonly code: number | undefined;
  /** Its message; undefined if the answer is no error. */
  readonly error?: string;
  /** What it was, as the end of a sentence: `with the error -32601 (Method not found)`. */
  readonly text: string;
  /** The HTTP status of its response. */
  readonly status: number | undefined;
  /** The answer as received; undefined if there was none. */
  readonly message: unknown;
  /** Why there was no answer. */
  readonly failure: Failure | undefined;
  readonly evidence: readonly number[];
}

/**
 * What a reply says about an outcome.
 * @param sent the entries of the request
 */
export function replyOf(
  outcome: RequestOutcome,
  sent: readonly number[],
  log: EventLog,
  exchangeId: string | undefined,
): Reply {
  const status = statusOf(log, exchangeId);
  if (outcome.kind === "cancelled")
    return { ...noReply({ code: "closed" }), status, evidence: sent };
  if (outcome.kind === "failed") {
    return { ...noReply(outcome.failure), status, evidence: sent };
  }
  const { answer } = outcome;
  const common = {
    status,
    message: parsed(answer.text),
    failure: undefined,
    evidence: [...sent, answer.entry.seq],
  };
  if (outcome.kind === "result") {
    return {
      ...common,
      kind: "result",
      value: outcome.value,
      code: undefined,
      text: "with a result",
    };
  }
  const { code, message } = outcome.error;
  const text = Number.isNaN(code)
    ? "with neither a result nor a valid error"
    : `with the error ${code} (${startOf(message)})`;
  return { ...common, kind: "error", value: undefined, code, error: message, text };
}

/** The start of a server's text, on one line. */
function startOf(text: string): string {
  return shortened(text.slice(0, 200).replace(/\s+/g, " "), 80);
}

export function noReply(failure: Failure | undefined): Reply {
  const text =
    failure === undefined
      ? "with nothing"
      : failure.code === "http-status"
        ? `with the HTTP status ${failure.status}`
        : failure.code === "timeout"
          ? `with nothing in ${Math.round(failure.afterMs / 100) / 10} s`
          : failure.code === "exited"
            ? `with nothing: ${exitText(failure)}`
            : `with nothing (${failure.code})`;
  return {
    kind: "failed",
    value: undefined,
    code: undefined,
    text,
    status: undefined,
    message: undefined,
    failure,
    evidence: [],
  };
}

/** How a process ended, with the line of its standard error that matters; without a full stop. */
export function exitText({
  exitCode,
  signal,
  stderr,
}: Extract<Failure, { readonly code: "exited" }>): string {
  const how = signal ? `was ended by ${signal}` : `exited with code ${exitCode}`;
  const line = importantLine(stderr);
  return `the server ${how}${line === undefined ? "" : `: ${line.replace(/\.$/, "")}`}`;
}

export function statusOf(log: EventLog, exchangeId: string | undefined): number | undefined {
  if (exchangeId === undefined) return undefined;
  const { entries } = log.snapshot();
  const head = entries.findLast(
    (entry) => entry.kind === "http-response" && entry.exchangeId === exchangeId,
  );
  return head?.kind === "http-response" ? head.http.status : undefined;
}

/** Whether the server refused a request: with an error, or an HTTP status of the client's mistake. */
export function isRefused({ kind, failure }: Reply): boolean {
  if (kind === "error") return true;
  return failure?.code === "http-status" && failure.status >= 400 && failure.status < 500;
}

/**
 * The first violation of the schema in an answer, as a sentence; undefined if there is none.
 * @param about the name or URI that was asked for, if the method has one
 */
export function schemaProblem(
  { revision }: { readonly revision: Revision },
  method: string,
  reply: Reply,
  about?: unknown,
): string | undefined {
  const asked = about === undefined ? method : `${method} of ${startOf(String(about))}`;
  if (reply.kind !== "result") return `${asked} was answered ${reply.text}.`;
  const findings = [
    ...checkMessage(revision, "server-to-client", reply.message),
    ...checkResult(revision, method, reply.value).map((finding) => ({
      ...finding,
      pointer: `/result${finding.pointer}`,
    })),
  ];
  const violation = findings.find(({ severity }) => severity === "violation");
  if (!violation) return undefined;
  return `The answer to ${asked} breaks the schema at ${violation.pointer || "/"}: ${findingText(violation)}`;
}

/** The value of JSON text; undefined if it is none. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
