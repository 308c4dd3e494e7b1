/** Describes failures of the protocol engine for the terminal. */

import { stripVTControlCharacters } from "node:util";
import { importantLine, shortenStackTrace } from "../../../shared/core/text/errorOutput.ts";
import { shortened } from "../../../shared/core/text/shortened.ts";
import { causeOfExit } from "../../../shared/doctor/exitCause.ts";
import { commandCauseTexts } from "../../../shared/messages/commandCauseText.ts";
import type { AuthorizationProblem } from "../../../shared/protocol/failures/authorizationProblem.ts";
import type { Failure } from "../../../shared/protocol/failures/failure.ts";
import type { RevisionRefusal } from "../../../shared/protocol/failures/refusal.ts";
import { platform } from "../../platform.ts";

/** Advice for a server that answers 401. */
export const tokenHint =
  "It requires authorization: --token <token>, or --authorize to sign in with the browser.";

/**
 * Describes a failure in a sentence or two.
 * @see failureQuote for what the server itself wrote
 */
export function failureSentence(failure: Failure): string {
  switch (failure.code) {
    case "network":
      return `${failure.url} cannot be reached: ${failure.reason}.`;
    case "redirected":
      return `${failure.url} redirects to an address that is hidden; ${failure.headers.join(", ")} were not sent there.`;
    case "http-status": {
      const { url, status, statusText } = failure;
      const hint = status === 401 ? ` ${tokenHint}` : "";
      return `${url} answered with status ${[status, statusText].join(" ").trim()}.${hint}`;
    }
    case "not-mcp":
      return `${failure.url} answered with ${failure.contentType || "no content type"}, which is not MCP.`;
    case "not-json":
      return `The response is not JSON: ${failure.reason}.`;
    case "no-answer":
      return `The HTTP response (status ${failure.status}) ended without the response to the request.`;
    case "stream-broken":
      return failure.reason === undefined
        ? "The server ended the stream that carries its messages."
        : `The stream was interrupted: ${failure.reason}.`;
    case "no-endpoint":
      return `The stream of ${failure.url} does not begin with an endpoint event.`;
    case "foreign-endpoint":
      return `The server wants messages sent to ${failure.endpoint}, which has another origin.`;
    case "timeout":
      return `No response arrived within ${Math.round(failure.afterMs / 1000)} s.`;
    case "not-started":
      return `${failure.command} was not started: ${failure.reason}.`;
    case "exited": {
      const how = failure.signal
        ? `was ended by ${failure.signal}`
        : `exited with code ${failure.exitCode}`;
      const line = importantLine(plainText(failure.stderr));
      return line === undefined ? `The server ${how}.` : sentenceOf(`The server ${how}: ${line}`);
    }
    case "line-break":
      return "The message has line breaks, so it was not sent: over stdio, each line is one message.";
    case "stray-output":
      return `The server wrote text that is not JSON to stdout and did not answer within ${Math.round((failure.afterMs ?? 0) / 1000)} s: ${failure.text}`;
    case "initialized-refused":
      return `${failure.url} refused notifications/initialized with status ${[failure.status, failure.statusText].join(" ").trim()}.`;
    case "revision-not-supported":
      return `The server does not support ${failure.revision} (${shortText(refusalPhrase(failure.refusal))}). Use --revision auto to find a revision that it supports.`;
    case "handshake":
      return `The server did not accept initialize (${shortText(refusalPhrase(failure.refusal))}).`;
    case "relay-refused":
    case "relay-unreachable":
      return `${failure.reason || "The relay does not answer"}.`.replace(/([.!?])\.$/, "$1");
    case "not-authorized":
      return `${failure.url} requires authorization (status ${failure.status}), and signing in failed: ${problemText(failure.problem)}.`;
    case "session-lost":
      return "The server no longer knows the session.";
    case "undeclared":
      return `The server does not declare the capability ${failure.capability}, so ${failure.method} was not sent.`;
    case "closed":
      return "The connection was closed before the response arrived.";
    default:
      return `Communication with the server failed (${failure.code}).`;
  }
}

/** Text of others may end its own sentence. */
function sentenceOf(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}

/** What programs write for a terminal, without its colours. */
const plainText = stripVTControlCharacters;

/**
 * What can be done about a failure, after what the server said about it.
 * @returns undefined if that is said already, or not known
 */
export function failureAdvice(failure: Failure): string | undefined {
  if (failure.code !== "exited" || failure.signal !== null) return undefined;
  const exit = causeOfExit(plainText(failure.stderr));
  if (exit.cause !== "crashed" && exit.cause !== "exited-silently") {
    const { exitCode, signal } = failure;
    const facts = { command: "", exitCode, signal, line: exit.line };
    return commandCauseTexts[exit.cause](facts)[1];
  }
  return `It inherited only ${platform.inheritedNames.join(", ")}; pass other variables with --env NAME or --env NAME=value.`;
}

/** A code with its evidence; the page has a sentence for each. */
function problemText({ code, evidence }: AuthorizationProblem): string {
  const facts = Object.entries(evidence).map(([name, value]) => `${name}: ${value}`);
  return facts.length > 0 ? `${code} (${shortText(facts.join(", "))})` : code;
}

/**
 * Describes why a server could not be connected to.
 * @param failure undefined if connecting was cancelled
 */
export function connectSentence(failure: Failure | undefined): string {
  return failure ? failureSentence(failure) : "It was cancelled.";
}

/** How the server refused the revision, to be put in parentheses. */
function refusalPhrase(refusal: RevisionRefusal): string {
  switch (refusal.kind) {
    case "error":
      return `${Number.isNaN(refusal.code) ? "no code" : refusal.code} ${refusal.message}`.trim();
    case "status":
      return `status ${refusal.status}`;
    case "unsupported":
      return refusal.supported.length > 0
        ? `it supports ${refusal.supported.join(", ")}`
        : "it names no revision that it supports";
    case "no-revision":
      return "its result names no revision";
    case "timeout":
      return "no answer in time";
    case "network":
      return refusal.reason;
    case "exited":
      return "it exited";
    case "no-mcp":
      return `its answer is not MCP: ${refusal.failure}`;
  }
}

/** The most lines, and characters per line, quoted from a server. */
const maxLines = 12;
const maxCharacters = 200;

/**
 * The server's own text about a failure: the start of a body, or the end of its standard error.
 * @returns a few lines with a title, bounded but not yet escaped for the terminal
 */
export function failureQuote(
  failure: Failure,
): { readonly title: string; readonly lines: readonly string[] } | undefined {
  const isExit = failure.code === "exited";
  const text = isExit ? failure.stderr : "body" in failure ? failure.body : "";
  const written = text.split(/\r?\n/).filter((line) => line.trim() !== "");
  const all = isExit ? shortenStackTrace(written) : written;
  // a single line is in the sentence
  if (all.length === 0 || (isExit && all.length === 1)) return undefined;
  const lines = isExit ? all.slice(-maxLines) : all.slice(0, maxLines);
  return {
    title: isExit ? "The end of its standard error:" : "Its body:",
    lines: lines.map(shortText),
  };
}

/** Truncates a server's text to a few lines. */
export function shortText(text: string): string {
  return shortened(text, maxCharacters);
}
