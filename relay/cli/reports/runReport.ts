/** Prints the results of saved calls. */
import type { SavedCall } from "../../../shared/collections/collection.ts";
import { type CallResult, hasPassed } from "../../../shared/collections/runCalls.ts";
import {
  assertionText,
  checkProblemText,
  tooLongText,
  unknownVariablesText,
} from "../../../shared/messages/collectionText.ts";
import { escapeForTerminal, type Terminal } from "../terminal.ts";
import { failureSentence } from "./failureSentence.ts";
import type { JunitCase } from "./junit.ts";

export interface RunResult {
  readonly call: SavedCall;
  readonly result: CallResult;
  /** Why it has not passed, without secrets. */
  readonly sentences: readonly string[];
}

/** A failure is an assertion that does not hold, an error a call without an answer. */
export function junitCaseOf({ call, result, sentences }: RunResult): JunitCase {
  const isAnswered = result.kind === "answered";
  return {
    name: call.name,
    outcome: hasPassed(result) ? "passed" : isAnswered ? "failure" : "error",
    milliseconds: isAnswered ? result.ms : 0,
    sentences,
  };
}

/** Says why a call has not passed, one sentence for each assertion. */
export function resultSentences(result: CallResult): readonly string[] {
  switch (result.kind) {
    case "answered":
      return result.checks.flatMap(({ assertion, problem }) =>
        problem ? `${assertionText(assertion)}: ${checkProblemText(problem)}` : [],
      );
    case "not-sent":
      if (result.code === "too-long") return [tooLongText];
      return [
        result.code === "unknown-variables"
          ? `${unknownVariablesText(result.names)} Set them in the collection, with --environment or with --var.`
          : "Its arguments are not JSON.",
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
  const time = result.kind === "answered" ? ` ${styled("dim", `${Math.round(result.ms)} ms`)}` : "";
  const mark = isPassed ? styled("green", "passed") : styled("red", "failed");
  print(`${mark} ${escapeForTerminal(call.name)}${time}`);
  for (const sentence of isPassed ? [] : sentences) {
    print(`  ${escapeForTerminal(sentence)}`);
  }
}
