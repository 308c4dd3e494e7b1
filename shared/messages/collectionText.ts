/** Sentences about the assertions of saved calls. */
import type { CheckProblem, CheckResult } from "../collections/assertions.ts";
import type { CollectionProblem } from "../collections/readCollection.ts";

/** Says what an assertion demands. */
export function assertionText(assertion: CheckResult["assertion"]): string {
  switch (assertion.kind) {
    case "succeeds":
      return "succeeds";
    case "fails":
      return "fails";
    case "fits-output-schema":
      return "the result fits the output schema";
    case "faster-than":
      return `faster than ${assertion.ms} ms`;
    case "same": {
      const except = assertion.except.length > 0 ? `, ${assertion.except.join(", ")}` : "";
      return `the answer is the same except times and ids${except}`;
    }
    case "equals":
    case "contains":
      return `${assertion.at || "the result"} ${assertion.kind} ${assertion.valueText}`;
  }
}

/** Says why an assertion does not hold. */
export function checkProblemText(problem: CheckProblem): string {
  switch (problem.code) {
    case "error":
      return `The server answered with error ${problem.error}: ${problem.message}`;
    case "tool-error":
      return `The tool reported an error: ${problem.text}`;
    case "did-not-fail":
      return "The call succeeded.";
    case "no-output-schema":
      return "The tool has no output schema.";
    case "no-structured-content":
      return "The result has no structuredContent.";
    case "does-not-fit":
      return problem.problems === 1
        ? `The result does not fit at ${problem.at || "its root"}.`
        : `The result does not fit at ${problem.problems} places, first at ${problem.at || "its root"}.`;
    case "not-checked":
      return "The output schema could not be checked.";
    case "missing":
      return `The result has nothing at ${problem.at || "its root"}.`;
    case "differs":
      return `Expected ${problem.wanted}, found ${problem.found}.`;
    case "not-contained":
      return `Expected ${problem.wanted} in ${problem.found}.`;
    case "changed":
      return "The answer is another one.";
    case "too-slow":
      return `It took ${Math.round(problem.ms)} ms, not less than ${problem.limit} ms.`;
    case "unknown-variables":
      return unknownVariablesText(problem.names);
    case "value-not-json":
      return "The expected value is not JSON.";
    case "value-too-long":
      return "The expected value is too long with its variables.";
  }
}

/** Why a call was not sent. */
export const notSentText = {
  "arguments-not-json": "Its arguments are not JSON.",
  "too-long": "It is too long with the values of its variables.",
  masked: "Values of it are masked, so it cannot be sent as it was.",
  "duplicate-name":
    "A name is twice in an object of it, so the server may read another call than the one shown here.",
  "not-agreed": "The tool may change something, by its annotations.",
} as const;

/** Says which variables have no value. */
export function unknownVariablesText(names: readonly string[]): string {
  const list = names.map((name) => `{{${name}}}`).join(", ");
  return `No value for ${list}.`;
}

/** Why a file is not a collection. */
export const collectionProblemText: Readonly<Record<CollectionProblem, string>> = {
  "not-json": "It is not complete JSON.",
  "too-complex": "It is nested too deeply, or contains too many values.",
  "too-large": "It is larger than 8 MB.",
  "unknown-format": "It is not a collection of saved calls.",
  "newer-format": "It was made by a newer version.",
  damaged: "A member is missing or invalid",
};
