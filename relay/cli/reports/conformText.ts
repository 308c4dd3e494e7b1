/** Prints the report of `conform`, with a column for each revision. */

import type { ConformResult } from "../../../shared/conform/runConform.ts";
import { toleratedRule } from "../../../shared/conform/scenarios/toleranceScenarios.ts";
import { countText } from "../../../shared/core/countText.ts";
import {
  countOutcomes,
  type ExaminationReport,
  findingOutcomes,
  isFinding,
  joinRevisions,
  type Outcome,
  type RuleVerdict,
  type VerdictAtRevisions,
  verdictLines,
} from "../../../shared/report/examinationReport.ts";
import { escapeForTerminal, type Terminal } from "../terminal.ts";
import { connectSentence } from "./failureSentence.ts";

const marks: Readonly<Record<Outcome, readonly [mark: string, style: Style]>> = {
  passed: ["✓", "green"],
  violation: ["✗", "red"],
  warning: ["!", "yellow"],
  note: ["i", "cyan"],
  "not-applicable": ["–", "dim"],
  "could-not-run": ["?", "red"],
};

type Style = Parameters<Terminal["styled"]>[0];

export function printConformReport(terminal: Terminal, report: ExaminationReport): void {
  const { print, styled } = terminal;
  const { title, server, verdicts, differences = [] } = report;
  print(styled("bold", escapeForTerminal(title)));
  if (server) {
    const name = escapeForTerminal(`${server.name} ${server.version}`.trim());
    print([name, server.transport, escapeForTerminal(server.revision)].join(" · "));
  }
  const revisions = [...new Set(verdicts.flatMap(({ revision }) => revision ?? []))];
  const findings = joinRevisions(verdicts.filter(isFinding)).toSorted(
    (one, other) => rank(one.verdict) - rank(other.verdict),
  );
  for (const group of groupsOf(findings)) printFindings(terminal, group);
  printTolerated(terminal, verdicts);
  if (revisions.length > 1) printTable(terminal, verdicts, revisions);
  if (differences.length > 0) {
    print("");
    print(styled("bold", "What differs between the revisions"));
    for (const { subject, values } of differences) {
      print(`  ${escapeForTerminal(subject)}`);
      const texts = Object.entries(values).map(([at, value]) => `${at} ${value}`);
      print(styled("dim", `    ${escapeForTerminal(texts.join("; "))}`));
    }
  }
  print("");
  print(numbers(report));
}

/** What the server accepts although it need not; it is no finding. */
function printTolerated({ print, styled }: Terminal, verdicts: readonly RuleVerdict[]): void {
  const tolerated = verdicts.filter(
    ({ rule, outcome }) => rule === toleratedRule && outcome === "passed",
  );
  for (const { verdict, revisions } of joinRevisions(tolerated)) {
    print("");
    print(styled("dim", `${verdict.rule} at ${revisions.join(", ")}`));
    print(`  ${escapeForTerminal(verdict.sentence)}`);
  }
}

/** Prints why revisions have no verdicts, of a server that speaks another one. */
export function printNotExamined(
  { print, styled }: Terminal,
  { facts, failures }: ConformResult,
): void {
  if (facts.length === 0) return;
  for (const { revision, failure } of failures) {
    const why = failure ? connectSentence(failure) : "The server answered with another revision.";
    print(styled("dim", escapeForTerminal(`${revision}: not examined. ${why}`)));
  }
}

/** Joins tests that could not run for the same reason; others are alone. */
function groupsOf(
  findings: readonly VerdictAtRevisions[],
): readonly (readonly VerdictAtRevisions[])[] {
  const groups = Map.groupBy(findings, ({ verdict, revisions }) => {
    const { rule, outcome, sentence, isExpected } = verdict;
    const of = outcome === "could-not-run" ? "" : `${rule} ${verdict.subject}`;
    return JSON.stringify([of, outcome, sentence, isExpected, revisions]);
  });
  return [...groups.values()];
}

function printFindings({ print, styled }: Terminal, group: readonly VerdictAtRevisions[]) {
  const [first] = group;
  if (!first) return;
  const { verdict, revisions } = first;
  const { outcome, sentence, isExpected } = verdict;
  const rule = group.length > 1 ? countText(group.length, "test") : verdict.rule;
  const section = group.length > 1 ? undefined : verdict.section;
  const name = isExpected ? `expected ${outcome}` : outcome;
  const style = isExpected ? "dim" : marks[outcome][1];
  const at = revisions.length > 0 ? ` at ${revisions.join(", ")}` : "";
  print("");
  print(`${styled(style, name)} ${rule}${at}`);
  for (const line of [...sentence.split("\n"), ...verdictLines(verdict)]) {
    print(`  ${escapeForTerminal(line)}`);
  }
  if (section !== undefined) print(`  ${styled("dim", section)}`);
}

/** A row for each rule that is not the same at all revisions. */
function printTable(
  { print, styled }: Terminal,
  verdicts: readonly RuleVerdict[],
  revisions: readonly string[],
) {
  const byRule = Map.groupBy(verdicts, ({ rule }) => rule);
  const rows = [...byRule].filter(([, of]) => of.some(isFinding));
  if (rows.length === 0) return;
  const width = Math.max(...rows.map(([rule]) => rule.length));
  print("");
  print(styled("dim", `${" ".repeat(width)}  ${revisions.join("  ")}`));
  for (const [rule, of] of rows) {
    const cells = revisions.map((revision) => {
      const found = of.find((each) => each.revision === revision);
      const [mark, style] = marks[found?.outcome ?? "not-applicable"];
      return styled(style, mark.padEnd(revision.length));
    });
    print(`${rule.padEnd(width)}  ${cells.join("  ")}`.trimEnd());
  }
}

/** Four numbers, and what does not enter them. */
function numbers(report: ExaminationReport): string {
  const counts = countOutcomes(report);
  const { passed, violation, warning } = counts;
  const more = [
    counts["not-applicable"] > 0 && `${counts["not-applicable"]} not applicable`,
    counts.expected > 0 && `${counts.expected} expected`,
  ].filter(Boolean);
  const four = [
    `${passed} passed`,
    `${violation} failed`,
    countText(warning, "warning"),
    `${counts["could-not-run"]} could not run`,
  ];
  return `${four.join(", ")}${more.length > 0 ? ` (${more.join(", ")})` : ""}`;
}

function rank({ outcome, isExpected }: RuleVerdict): number {
  const order: readonly Outcome[] = findingOutcomes;
  return (isExpected ? 10 : 0) + order.indexOf(outcome);
}
