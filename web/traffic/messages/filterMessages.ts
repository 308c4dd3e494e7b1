/** Says what the words of the filter mean, and what is wrong with a filter. */
import type { FilterProblem } from "../../../shared/log/filter.ts";

/** Words that a filter can begin with, in the order in which they are offered, and what they leave. */
export const filterWords: readonly (readonly [word: string, meaning: string])[] = [
  ["tool:", "Calls of a tool"],
  ["method:", "Requests, notifications and answers of a method"],
  ["status:", "The HTTP status: status:404, status:4xx"],
  ["error", "Failed calls and errors, or any row that says it"],
  ["dur:", "How long an answer took: dur:>500ms, dur:<2s"],
  ["dir:", "Sent or received"],
  ["by:", "Who caused it"],
  ["server:", "One of several servers"],
  ["finding:", "With findings: any, a severity or a part of a code"],
  ["text:", "A text in the body; in quotes if it has spaces"],
  ["kind:", "What kind of message or event it is"],
  ["is:", "is:problem for rows in red or yellow, is:asked for requests of servers"],
  ["id:", "The request with this id and its answer"],
  ["level:", "Log messages of this level or higher"],
  ["logger:", "Log messages of a logger"],
];

/** What joins words, for the dialog of the syntax. */
export const filterSyntax: readonly (readonly [example: string, meaning: string])[] = [
  ["echo", "A word in the method, name, summary or kind"],
  [
    "/time(d )?out/",
    "A regular expression in these words and in the body; text:/…/ in the body only",
  ],
  ["dir:in dur:>500ms", "Both must match; and between them says the same"],
  ["error or is:asked", "One of them must match"],
  ["not (by:engine or by:tap)", "Leaves out what matches"],
  ["-dir:in", "A minus says the same as not"],
];

/** @param text of the filter */
export function filterProblemText(problem: FilterProblem, text: string): string {
  const place = `character ${problem.start + 1}`;
  const written = text.slice(problem.start, problem.end);
  switch (problem.code) {
    case "missing-term":
      return `“${written}” at ${place} has nothing to join: a term is missing beside it.`;
    case "missing-end":
      return `The parenthesis at ${place} is not closed.`;
    case "extra-end":
      return `The parenthesis at ${place} closes nothing.`;
    case "too-long":
      return `Only the first ${problem.start.toLocaleString("en")} characters are read.`;
    case "too-deep":
      return `Too many parentheses within each other at ${place}.`;
    case "bad-pattern":
      return `The regular expression is wrong at ${place}: ${patternTexts[problem.reason]}.`;
    case "unknown-value":
      return unknownValueText(problem);
  }
}

const patternTexts = {
  unfinished: "it is not finished",
  "nothing-to-repeat": "there is nothing to repeat",
  unsupported: "lookaround, back references and Unicode classes are not supported",
  "unmatched-bracket": "a bracket has no counterpart",
  "too-large": "it repeats too much",
} as const;

function unknownValueText({
  prefix,
  known,
  start,
}: Extract<FilterProblem, { code: "unknown-value" }>): string {
  const at = `at character ${start + 1}`;
  if (known.length > 0) return `${prefix}: ${at} has one of the values ${known.join(", ")}.`;
  return prefix === "status"
    ? `${prefix}: ${at} has a status such as 404 or 4xx.`
    : `${prefix}: ${at} has a time such as >500ms, <2s or 1min.`;
}
