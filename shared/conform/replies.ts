/** The answers of an examined server, in the words of verdicts. */
import type { RequestOutcome } from "../client/session/outcome.ts";
import { getOwn } from "../core/json/getOwn.ts";
import { importantLine } from "../core/text/errorOutput.ts";
import { shortened } from "../core/text/shortened.ts";
import type { EventLog } from "../log/eventLog.ts";
import type { SchemaFinding } from "../protocol/check/checkFinding.ts";
import { checkMessage, checkResult } from "../protocol/check/checkMessage.ts";
import type { Failure } from "../protocol/failures/failure.ts";
import { type Revision, revisions } from "../protocol/revisions.ts";
import { answerProblem } from "./answerProblem.ts";
import type { ScenarioProblem } from "./scenarioProblem.ts";

/** How the server answered a request. */
export interface Reply {
  readonly kind: "result" | "error" | "failed";
  /** The result. */
  readonly value: unknown;
  /** The code of the error. */
  readonly code: number | undefined;
  /** Its message; undefined if the answer is no error. */
  readonly error?: string;
  /** What it was, as the end of a sentence: `with the error -32601`. */
  readonly text: string;
  /** The HTTP status of its response. */
  readonly status: number | undefined;
  /** The answer as received; undefined if there was none. */
  readonly message: unknown;
  /** Why there was no answer. */
  readonly failure: Failure | undefined;
  readonly evidence: readonly number[];
  /** What it was, for people: the result itself, or the error. */
  readonly shown: string;
  /** The part of its message that says so. */
  readonly pointer: string | undefined;
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
      shown: `A result: ${startOfJson(outcome.value)}`,
      pointer: "/result",
    };
  }
  const { code, message } = outcome.error;
  const text = Number.isNaN(code)
    ? "with neither a result nor a valid error"
    : `with the error ${code}`;
  const shown = upperStart(Number.isNaN(code) ? text : `${text} (${startOf(message)})`);
  return {
    ...common,
    kind: "error",
    value: undefined,
    code,
    error: message,
    text,
    shown,
    pointer: "/error",
  };
}

/** What an answer was, without the `with` of its text. */
const upperStart = (text: string) =>
  text.replace(/^with (?:the )?(.)/, (_, first: string) => first.toUpperCase());

/** The start of a value as JSON. */
export function startOfJson(value: unknown): string {
  try {
    return startOf(JSON.stringify(value) ?? "nothing");
  } catch {
    return "(nested too deeply)";
  }
}

/** The start of a server's text, on one line. */
export function startOf(text: string): string {
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
    shown: upperStart(text),
    pointer: undefined,
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
 * How the answer to a valid request breaks the schema; undefined if it does not.
 * @param about the name or URI that was asked for, if the method has one
 */
export function schemaProblem(
  { revision }: { readonly revision: Revision },
  method: string,
  reply: Reply,
  about?: unknown,
): ScenarioProblem | undefined {
  const asked = about === undefined ? undefined : startOf(String(about));
  if (reply.kind !== "result") {
    return { item: asked, sentence: `${asked ?? method} was answered ${reply.text}.` };
  }
  const resultFindings = (at: Revision) =>
    checkResult(at, method, reply.value).map((finding) => ({
      ...finding,
      pointer: `/result${finding.pointer}`,
    }));
  const isViolation = ({ severity }: SchemaFinding) => severity === "violation";
  const violation = [
    ...checkMessage(revision, "server-to-client", reply.message),
    ...resultFindings(revision),
  ].find(isViolation);
  if (!violation) return undefined;
  const isThere = ({ pointer, severity }: SchemaFinding) =>
    severity === "violation" && pointer === violation.pointer;
  // only a wrong value is looked for in later revisions: a list may be long
  const since =
    violation.code === "wrong-value"
      ? revisions.findLast((later) => later > revision && !resultFindings(later).some(isThere))
      : undefined;
  const listed = asked === undefined ? listedItem(reply.message, violation.pointer) : undefined;
  return answerProblem(violation, {
    method,
    item: asked ?? listed,
    isListed: listed !== undefined,
    revision,
    since,
  });
}

/** The name of the item of a list that a pointer leads into. */
function listedItem(message: unknown, pointer: string): string | undefined {
  const [, list, index] = /^\/result\/(\w+)\/(\d+)/.exec(pointer) ?? [];
  if (list === undefined || index === undefined) return undefined;
  const item = getOwn(getOwn(getOwn(message, "result"), list), index);
  const name = getOwn(item, "name") ?? getOwn(item, "uri");
  return typeof name === "string" && name !== "" ? startOf(name) : undefined;
}

/** The value of JSON text; undefined if it is none. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
