/** Facts of the result of an eval suite. */

import { summarizeSuite } from "../../../shared/evals/summary.ts";
import { formatCount, formatDateTime } from "../../messages/quantities.ts";
import type { EvalMode, EvalResult } from "../store/evals/evalDocuments.ts";

const modeNames: Readonly<Record<EvalMode, string>> = {
  live: "live",
  dry: "dry",
  recorded: "recorded calls",
  recording: "calls of a recording",
  frozen: "frozen models",
};

/** For example `23 Nov 2026, 10:52 · live · definitions 3f2a… · 1,200 tokens`. */
export function resultFactsText(result: EvalResult): string {
  const { tokens, cost } = summarizeSuite(result.runs, result.tools);
  return [
    formatDateTime(result.at),
    modeNames[result.mode],
    `definitions ${result.definitionHash}`,
    tokens !== undefined && tokens > 0 && formatCount(tokens, "token"),
    cost !== undefined && cost > 0 && `cost ${cost.toPrecision(3)}`,
    result.end !== "complete" && "not complete",
  ]
    .filter(Boolean)
    .join(" · ");
}
