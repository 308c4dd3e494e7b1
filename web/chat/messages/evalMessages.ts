/** Sentences of Evals: what was expected in a run and what was there, and facts of a result. */
import type { Expectation } from "../../../shared/evals/evalSuite.ts";
import type { EvalRun } from "../../../shared/evals/runSuite.ts";
import { summarizeSuite } from "../../../shared/evals/summary.ts";
import type { EvalMode, EvalResult } from "../store/evals/evalDocuments.ts";

const modeNames: Readonly<Record<EvalMode, string>> = {
  live: "live",
  dry: "dry",
  recorded: "recorded calls",
  recording: "calls of a recording",
  frozen: "frozen models",
};

const time = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short" });

/** @param at milliseconds since 1970 */
export function resultTimeText(at: number): string {
  return time.format(at);
}

/** For example `23 Nov 2026, 10:52 · live · definitions 3f2a… · 1,200 tokens`. */
export function resultFactsText(result: EvalResult): string {
  const { tokens, cost } = summarizeSuite(result.runs, result.tools);
  return [
    resultTimeText(result.at),
    modeNames[result.mode],
    `definitions ${result.definitionHash}`,
    tokens !== undefined && tokens > 0 && `${tokens.toLocaleString("en")} tokens`,
    cost !== undefined && cost > 0 && `cost ${cost.toPrecision(3)}`,
    result.end !== "complete" && "not complete",
  ]
    .filter(Boolean)
    .join(" · ");
}

/** One sentence for each expectation that is not met, and one for a turn that did not end. */
export function runSentences({ end, results }: EvalRun): readonly string[] {
  const unmet = results
    .filter(({ isMet }) => !isMet)
    .map(({ expectation, found }) => `Expected ${expectationText(expectation)}. Found: ${found}.`);
  if (end.kind === "failed") {
    const { message, reason } = end.failure.evidence;
    const why = message ?? reason ?? end.failure.code;
    return [`The model did not answer: ${why}`, ...unmet];
  }
  if (end.kind === "limit") return [`The turn reached its limit of ${end.limit}.`, ...unmet];
  if (end.kind === "stopped") return ["It was stopped.", ...unmet];
  return unmet;
}

export function expectationText(expectation: Expectation): string {
  switch (expectation.kind) {
    case "called": {
      const { tool, arguments: wanted, match } = expectation;
      if (wanted === undefined) return `a call of ${tool}`;
      const which = match === "equals" ? "exactly" : "at least";
      return `a call of ${tool} with ${which} ${JSON.stringify(wanted)}`;
    }
    case "arguments-fit":
      return `arguments of ${expectation.tool} that fit the schema`;
    case "not-called":
      return `no call of ${expectation.tool}`;
    case "first":
      return `${expectation.tool} as the first call`;
    case "only":
      return `calls of ${expectation.tool} only`;
    case "in-order":
      return `calls of ${expectation.tools.join(", ")} in this order`;
    case "no-calls":
      return "no call";
    case "no-error":
      return "no call with an error";
    case "no-finding":
      return "no finding of the lint";
    case "shows-app":
      return "a result of a tool with an app";
    case "answer-contains":
      return `an answer with "${expectation.text}"`;
    case "answer-matches":
      return `an answer that matches ${expectation.pattern}`;
    case "at-most": {
      const { kind: _, ...limit } = expectation;
      return `at most ${Object.entries(limit)
        .map(([name, value]) => `${value} ${name}`)
        .join()}`;
    }
  }
}
