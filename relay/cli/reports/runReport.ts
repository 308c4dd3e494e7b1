/** Prints the results of saved calls. */
import type { SavedCall } from "../../../shared/collections/collection.ts";
import { type CallResult, hasPassed } from "../../../shared/collections/runCalls.ts";
import { countText } from "../../../shared/core/countText.ts";
import {
  assertionText,
  checkProblemText,
  notSentText,
  unknownVariablesText,
} from "../../../shared/messages/collectionText.ts";
import type {
  ExaminationReport,
  LogEvidence,
  RuleVerdict,
} from "../../../shared/report/examinationReport.ts";
import { escapeForTerminal, type Terminal } from "../terminal.ts";
import { failureSentence } from "./failureSentence.ts";

export interface RunResult {
  readonly call: SavedCall;
  readonly result: CallResult;
  /** Why it has not passed, without secrets. */
  readonly sentences: readonly string[];
}

/**
 * The verdict about a call: a call without an answer is a violation as well, unless it was not sent.
 * @param evidenceOf reads an entry of the log
 */
export async function runVerdict(
  { call, result, sentences }: RunResult,
  evidenceOf: (seq: number) => Promise<readonly LogEvidence[]>,
): Promise<RuleVerdict> {
  const isSent = result.kind === "answered" || result.kind === "failed";
  const outcome = hasPassed(result) ? "passed" : isSent ? "violation" : "could-not-run";
  return {
    rule: "saved-call",
    outcome,
    subject: call.name,
    sentence: outcome === "passed" ? "All assertions hold." : sentences.join("\n"),
    ...(result.kind === "answered" && { ms: result.answered.ms }),
    evidence: isSent ? await evidenceOf(result.seq) : [],
  };
}

/** Prints how many calls passed, and what the baseline says; the calls were printed as they ended. */
export function printRunReport(terminal: Terminal, report: ExaminationReport): void {
  const calls = report.verdicts.filter(({ rule }) => rule === "saved-call");
  for (const { rule, subject = "", sentence, outcome } of report.verdicts) {
    if (rule === "saved-call" || outcome === "passed") continue;
    if (rule === "connects") terminal.printError(escapeForTerminal(sentence));
    else
      terminal.print(
        `${terminal.styled("red", rule)} ${escapeForTerminal(`${subject}: ${sentence}`)}`,
      );
  }
  if (calls.length === 0) return;
  const passed = calls.filter(({ outcome }) => outcome === "passed").length;
  const expected = calls.filter(({ isExpected }) => isExpected).length;
  terminal.print("");
  terminal.print(
    `${passed} of ${countText(calls.length, "call")} passed${expected > 0 ? `, ${expected} expected to fail` : ""}`,
  );
}

/** Says why a call has not passed, one sentence for each assertion. */
export function resultSentences(result: CallResult): readonly string[] {
  switch (result.kind) {
    case "answered":
      return result.checks.flatMap(({ assertion, problem }) =>
        problem ? `${assertionText(assertion)}: ${checkProblemText(problem)}` : [],
      );
    case "not-sent":
      return [
        result.code === "unknown-variables"
          ? `${unknownVariablesText(result.names)} Set them in the collection, with --environment or with --var.`
          : notSentText[result.code],
      ];
    case "failed":
      return [failureSentence(result.failure)];
    case "cancelled":
      return ["It was cancelled."];
  }
}

/** Prints one call and what is wrong with it. */
export function printResult(
  { print, styled }: Terminal,
  { call, result, sentences }: RunResult,
): void {
  const isPassed = hasPassed(result);
  const time =
    result.kind === "answered" ? ` ${styled("dim", `${Math.round(result.answered.ms)} ms`)}` : "";
  const mark = isPassed ? styled("green", "passed") : styled("red", "failed");
  print(`${mark} ${escapeForTerminal(call.name)}${time}`);
  for (const sentence of isPassed ? [] : sentences) {
    print(`  ${escapeForTerminal(sentence)}`);
  }
}
