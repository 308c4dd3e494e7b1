/** Sentences about the runs of an eval suite: what was expected, and what was there. */

import { countText } from "../core/countText.ts";
import type { Expectation } from "../evals/evalSuite.ts";
import type { EvalRun } from "../evals/runSuite.ts";
import type { SuiteSummary } from "../evals/summary.ts";

/** One sentence for each expectation that is not met, and one for a turn that did not end. */
export function runSentences({ end, results }: EvalRun): readonly string[] {
  const unmet = results
    .filter(({ isMet }) => !isMet)
    .map(({ expectation, found }) => sentenceOf(expectationText(expectation), found));
  if (end.kind === "failed") return [modelFailureSentence(end.failure), ...unmet];
  if (end.kind === "limit") return [`The turn reached its limit of ${end.limit}.`, ...unmet];
  if (end.kind === "stopped") return ["It was stopped.", ...unmet];
  return unmet;
}

type ModelFailure = Extract<EvalRun["end"], { readonly kind: "failed" }>["failure"];

/** Says why a model did not answer, with the provider's or the model's own words. */
export function modelFailureSentence({ code, evidence }: ModelFailure): string {
  switch (code) {
    case "refused":
      return `The model refused to answer: ${saidIn(evidence)}`;
    case "not-finished":
      return `The model did not finish its answer: ${saidIn(evidence)}`;
    case "malformed-arguments":
      return `The model called ${evidence.tool} with arguments that are not a JSON object: ${evidence.text}`;
    case "not-recorded":
      return "The recorded runs have no further answer of this model to this case.";
    default: {
      const seconds = "retryAfterSeconds" in evidence ? evidence.retryAfterSeconds : null;
      const wait = seconds === null ? "" : ` Retry after ${seconds} s.`;
      return `The model did not answer (${code}): ${saidIn(evidence) || code}${wait}`;
    }
  }
}

/** The words of the provider or the model. */
function saidIn(evidence: ModelFailure["evidence"]): string {
  const isPage = "contentType" in evidence && evidence.contentType === "text/html";
  const message = "message" in evidence ? evidence.message : "";
  const reason = "reason" in evidence ? evidence.reason : "";
  return [reason, message || (isPage ? "an HTML page" : "")].filter(Boolean).join(": ");
}

/** An answer of a model may end its own sentence. */
function sentenceOf(expected: string, found: string): string {
  return `Expected ${expected}. Found: ${found}${/[.!?…]$/.test(found) ? "" : "."}`;
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
    case "refusal":
      return expectation.text === undefined ? "a refusal" : `a refusal with "${expectation.text}"`;
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

/** Names that are listed at once. */
const maxNames = 100;

/**
 * Names the tools that no run has called; undefined if each was called. Of a suite that is about fewer
 * than half of the tools, it says how many it has called.
 */
export function coverageSentence({
  unused,
  toolCount,
}: Pick<SuiteSummary, "unused" | "toolCount">): string | undefined {
  if (unused.length === 0) return undefined;
  const all = countText(toolCount, "tool");
  const used = toolCount - unused.length;
  if (used < unused.length) return `The cases led to ${used.toLocaleString("en")} of ${all}`;
  const rest = unused.length - maxNames;
  const more = rest > 0 ? ` and ${rest.toLocaleString("en")} more` : "";
  const names = unused.slice(0, maxNames).join(", ") + more;
  return `No case led to ${unused.length.toLocaleString("en")} of ${all}: ${names}`;
}
