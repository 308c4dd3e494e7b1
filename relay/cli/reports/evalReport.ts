/** Prints the runs of a suite, and writes them as JSON and Markdown. */

import { countText } from "../../../shared/core/countText.ts";
import type { EvalSuite } from "../../../shared/evals/evalSuite.ts";
import { type EvalRun, evalRunState, hasPassedEval } from "../../../shared/evals/runSuite.ts";
import type { CaseSummary, SuiteSummary } from "../../../shared/evals/summary.ts";
import { fewRuns } from "../../../shared/evals/wilson.ts";
import { coverageSentence, runSentences } from "../../../shared/messages/evalSentences.ts";
import type { RuleVerdict } from "../../../shared/report/examinationReport.ts";
import { escapeForTerminal, type Terminal } from "../terminal.ts";

export function evalVerdict(run: EvalRun): RuleVerdict {
  const { model, repeat, observed } = run;
  return {
    rule: run.case.name,
    outcome: outcomes[evalRunState(run)],
    subject: `${model} #${repeat}`,
    sentence: hasPassedEval(run) ? "All expectations are met." : runSentences(run).join("\n"),
    ms: observed.milliseconds,
    evidence: [],
  };
}

const outcomes = {
  passed: "passed",
  failed: "violation",
  "could not run": "could-not-run",
} as const;
const colours = { passed: "green", failed: "red", "could not run": "yellow" } as const;

export function printRun({ print, styled }: Terminal, run: EvalRun): void {
  const isPassed = hasPassedEval(run);
  const state = evalRunState(run);
  const mark = styled(colours[state], state);
  const { model, repeat, observed } = run;
  const details = `${model} #${repeat} ${Math.round(observed.milliseconds)} ms`;
  print(`${mark} ${escapeForTerminal(run.case.name)} ${styled("dim", escapeForTerminal(details))}`);
  if (run.judgement) {
    const { isGood, reason } = run.judgement;
    const verdict = isGood === undefined ? "no verdict" : isGood ? "good" : "not good";
    print(styled("dim", escapeForTerminal(`  judge (advisory): ${verdict}. ${reason}`)));
  }
  if (!isPassed) for (const line of runSentences(run)) print(`  ${escapeForTerminal(line)}`);
}

/** Prints entries of the baseline that are no longer needed; the runs were printed as they ended. */
export function printBaseline({ print, styled }: Terminal, verdicts: readonly RuleVerdict[]): void {
  for (const { rule, subject = "", sentence } of verdicts) {
    if (rule !== "baseline-stale") continue;
    print(`${styled("red", rule)} ${escapeForTerminal(`${subject}: ${sentence}`)}`);
  }
}

export function printSummary({ print }: Terminal, summary: SuiteSummary): void {
  print("");
  for (const one of summary.cases) print(escapeForTerminal(rateText(one)));
  for (const { expected, chosen, count } of summary.confusions) {
    print(escapeForTerminal(`${expected} was expected, ${chosen} was chosen: ${count}×`));
  }
  const coverage = coverageSentence(summary);
  if (coverage !== undefined) print(escapeForTerminal(coverage));
  const { tokens, cost } = summary;
  const spent = [
    tokens !== undefined && countText(tokens, "token"),
    cost !== undefined && cost > 0 && `cost ${cost.toPrecision(3)}`,
  ].filter(Boolean);
  if (spent.length > 0) print(spent.join(", "));
}

/** For example `adds, openai:x: 4 of 5 (38 to 96 %)`. */
function rateText({ case: one, model, passed, count, interval }: CaseSummary): string {
  const [from, to] = [interval.from, interval.to].map((rate) => Math.round(rate * 100));
  if (count === 0) return `${one.name}, ${model}: could not run`;
  const note = count < fewRuns ? "; too few runs for a rate" : "";
  return `${one.name}, ${model}: ${passed} of ${count} (${from} to ${to} %${note})`;
}

/** @param mask masks secrets in a text: models and servers repeat what they were sent */
export function evalJson(
  suite: EvalSuite,
  runs: readonly EvalRun[],
  { cases, confusions, unused, tokens, cost }: SuiteSummary,
  mask: (text: string) => string,
): string {
  const report = {
    suite: suite.name,
    passed: runs.every(hasPassedEval),
    runs: runs.map((run) => ({
      case: run.case.name,
      model: run.model,
      repeat: run.repeat,
      passed: hasPassedEval(run),
      end: run.end,
      observed: run.observed,
      expectations: run.results,
      judgement: run.judgement,
      transcript: run.transcript,
    })),
    cases: cases.map(({ case: one, ...rest }) => ({ case: one.name, ...rest })),
    confusions,
    unused,
    tokens: tokens ?? null,
    cost: cost ?? null,
  };
  const masked = (_: string, value: unknown) => (typeof value === "string" ? mask(value) : value);
  return `${JSON.stringify(report, masked, 2)}\n`;
}

/** A table of the cases, for the summary of a CI run. */
export function evalMarkdown(suite: EvalSuite, summary: SuiteSummary): string {
  const coverage = coverageSentence(summary);
  const rows = summary.cases.map(({ case: one, model, passed, count, interval }) => {
    const [from, to] = [interval.from, interval.to].map((rate) => Math.round(rate * 100));
    const rate = count === 0 ? "could not run | –" : `${passed} of ${count} | ${from}–${to} %`;
    return `| ${cell(one.name)} | ${cell(model)} | ${rate} |`;
  });
  const confusions = summary.confusions.map(
    ({ expected, chosen, count }) => `| ${cell(expected)} | ${cell(chosen)} | ${count} |`,
  );
  return [
    `## ${cell(suite.name)}`,
    "",
    "| case | model | passed | 95 % interval |",
    "|---|---|---|---|",
    ...rows,
    ...(confusions.length > 0
      ? ["", "| expected | chosen | runs |", "|---|---|---|", ...confusions]
      : []),
    ...(coverage === undefined ? [] : ["", cell(coverage)]),
    "",
  ].join("\n");
}

/** Text of a suite or a server as one cell: no markup, no further columns. */
function cell(text: string): string {
  return text.replace(/[\r\n]+/g, " ").replace(/[\\|`*_<>[\]&]/g, (char) => `\\${char}`);
}
