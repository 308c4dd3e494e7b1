/** Writes a report as Markdown for the summary of a CI run. */
import { countText } from "../core/countText.ts";
import {
  countOutcomes,
  type ExaminationReport,
  findingOutcomes,
  isFinding,
  joinRevisions,
  type Outcome,
  type RuleVerdict,
  type VerdictAtRevisions,
} from "./examinationReport.ts";

const order: readonly Outcome[] = findingOutcomes;

/** Rows of the table; a summary of GitHub is limited to 1 MiB. */
const maxRows = 200;

const icons: Readonly<Record<Outcome, string>> = {
  passed: "✅",
  violation: "❌",
  "could-not-run": "❌",
  warning: "⚠️",
  note: "ℹ️",
  "not-applicable": "➖",
};

/** Writes the counts, and a table of what was found. */
export function summaryMarkdown(report: ExaminationReport): string {
  const { title, server, verdicts } = report;
  const facts = server && [
    `${server.name} ${server.version}`.trim(),
    server.revision,
    server.transport,
  ];
  const found = joinRevisions(verdicts.filter((verdict) => isFinding(verdict))).toSorted(
    (one, other) => rank(one.verdict) - rank(other.verdict),
  );
  const rows = found.slice(0, maxRows).map(row);
  return [
    `## ${inline(`${report.examination}: ${title}`)}`,
    "",
    ...(facts ? [facts.map(inline).join(" · "), ""] : []),
    countsText(report),
    "",
    ...(rows.length > 0 ? ["| | rule | where | finding |", "|---|---|---|---|", ...rows, ""] : []),
    ...(found.length > maxRows ? [`… and ${found.length - maxRows} more`, ""] : []),
  ].join("\n");
}

/** The counts of the outcomes that occur, for example `12 passed, 1 violation`. */
export function countsText(report: ExaminationReport): string {
  const counts = countOutcomes(report);
  const many = { violation: "violations", warning: "warnings", note: "notes" } as const;
  const parts = Object.entries(counts)
    .filter(([outcome, count]) => count > 0 || outcome in many)
    .map(([outcome, count]) => {
      const one = outcome.replaceAll("-", " ");
      return countText(count, one, many[outcome as keyof typeof many] ?? one);
    });
  return parts.join(", ");
}

function row({ verdict, revisions }: VerdictAtRevisions): string {
  const { outcome, rule, subject, section, isExpected } = verdict;
  const fix = verdict.fix === undefined ? "" : ` Fix: ${verdict.fix}`;
  const sentence = `${verdict.sentence}${fix}`;
  const where = [...(subject === undefined ? [] : [subject]), ...revisions].join(", ");
  const name = section === undefined ? inline(rule) : `[${inline(rule)}](${encodeURI(section)})`;
  const text = isExpected ? `${sentence} (expected)` : sentence;
  return `| ${isExpected ? "➖" : icons[outcome]} | ${name} | ${inline(where)} | ${inline(text)} |`;
}

function rank({ outcome, isExpected }: RuleVerdict): number {
  return (isExpected ? 10 : 0) + order.indexOf(outcome);
}

/** Text of a server in one cell: nothing in it is markup. */
function inline(text: string): string {
  return text
    .replace(/\p{Cc}+/gu, " ")
    .replace(/[\\`*_{}[\]()|~@]/g, "\\$&")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
}
