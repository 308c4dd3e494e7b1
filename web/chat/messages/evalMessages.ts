/** Facts of the result of an eval suite. */

import { escapeHidden } from "../../../shared/core/text/visibleText.ts";
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

/** Skills that a sentence names, and characters of a URI. */
const [maxNamed, maxUri] = [5, 200];

/** Says which skills could not be read. @returns undefined if every skill was read */
export function unreadSkillsText({ unread = [] }: Pick<EvalResult, "unread">): string | undefined {
  if (unread.length === 0) return undefined;
  const named = unread.slice(0, maxNamed).map((uri) => escapeHidden(uri, maxUri));
  const more = unread.length > maxNamed ? [`${unread.length - maxNamed} more`] : [];
  return `Their cases ran without them only: ${[...named, ...more].join(", ")}. A skill is read of a server that lists it, if it is what its entry says, and not where the last live run answers the calls.`;
}

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
