/** Writes a report as JUnit XML, which CI systems read. */
import {
  type ExaminationReport,
  type RuleVerdict,
  verdictLines,
  verdictPlace,
} from "./examinationReport.ts";

/**
 * Writes one test case for each verdict, with its rule as class and its subject as name. A violation is a failure, what could not run an error;
 * warnings and notes pass, with their sentence as output; what does not apply is skipped.
 * @see https://github.com/testmoapp/junitxml
 */
export function reportJunit({ title, verdicts, durationMs }: ExaminationReport): string {
  const kinds = verdicts.map(kindOf);
  const of = (kind: Kind) => kinds.filter((each) => each === kind).length;
  const counts = `tests="${verdicts.length}" failures="${of("failure")}" errors="${of("error")}" skipped="${of("skipped")}" time="${durationMs / 1000}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${counts}>`,
    `  <testsuite name="${escaped(title)}" ${counts}>`,
    ...verdicts.map((verdict) => testCase(title, verdict)),
    "  </testsuite>",
    "</testsuites>",
    "",
  ].join("\n");
}

type Kind = "passed" | "output" | "failure" | "error" | "skipped";

function kindOf({ outcome, isExpected }: RuleVerdict): Kind {
  if (outcome === "not-applicable" || isExpected) return "skipped";
  if (outcome === "passed") return "passed";
  if (outcome === "violation") return "failure";
  return outcome === "could-not-run" ? "error" : "output";
}

function testCase(title: string, verdict: RuleVerdict): string {
  const { rule, sentence, ms = 0 } = verdict;
  const head = `    <testcase name="${escaped(verdictPlace(verdict) || title)}" classname="${escaped(rule)}" time="${Math.round(ms) / 1000}"`;
  const kind = kindOf(verdict);
  if (kind === "passed") return `${head} />`;
  const [first = ""] = sentence.split("\n");
  const body = detailLines(verdict).map(escaped).join("\n");
  if (kind === "output") return `${head}><system-out>${body}</system-out></testcase>`;
  if (kind === "skipped") return `${head}><skipped message="${escaped(first)}" /></testcase>`;
  return `${head}>\n      <${kind} message="${escaped(first)}" type="${escaped(rule)}">${body}</${kind}>\n    </testcase>`;
}

function detailLines(verdict: RuleVerdict): readonly string[] {
  const { sentence, section, evidence } = verdict;
  return [
    sentence,
    ...verdictLines(verdict),
    ...(section === undefined ? [] : [section]),
    ...evidence.map(({ direction, text }) => `${direction}: ${text}`),
  ];
}

/** XML 1.0 has no way to write most control characters, so they are replaced. */
function escaped(text: string): string {
  return text
    .toWellFormed()
    .replace(/(?![\t\n\r])[\p{Cc}\uFFFE\uFFFF]/gu, "\uFFFD")
    .replace(/[<>&"'\t\n\r]/g, (char) => `&#${char.charCodeAt(0)};`);
}
