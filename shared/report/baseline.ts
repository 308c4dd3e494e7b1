/** Reads baselines, which name the findings that are expected, and applies them to reports. */
import { isJsonObject, parseJsonObject } from "../core/json/jsonObject.ts";
import { type ExaminationReport, isFinding, type RuleVerdict } from "./examinationReport.ts";

const baselineFormat = "mcp-playground-baseline/1";

export interface ExpectedFinding {
  readonly rule: string;
  /** Any subject if undefined. */
  readonly subject?: string;
  /** Why it is expected, for readers of the file. */
  readonly reason?: string;
}

/** Reads a baseline; undefined if it is not one. */
export function readBaseline(text: string): readonly ExpectedFinding[] | undefined {
  const { format, expected } = parseJsonObject(text) ?? {};
  if (format !== baselineFormat || !Array.isArray(expected)) return undefined;
  const isValid = expected.every(
    (entry) =>
      isJsonObject(entry) &&
      typeof entry.rule === "string" &&
      [entry.subject, entry.reason].every((each) => each === undefined || typeof each === "string"),
  );
  return isValid ? expected : undefined;
}

/** The text of a baseline. */
export function baselineText(expected: readonly ExpectedFinding[]): string {
  return `${JSON.stringify({ format: baselineFormat, expected }, undefined, 2)}\n`;
}

/** The text of a baseline that expects every finding of a report. */
export function writeBaseline({ verdicts }: ExaminationReport): string {
  const entries = new Map<string, ExpectedFinding>();
  for (const { rule, subject, ...verdict } of verdicts) {
    const isListed = isFinding({ rule, ...verdict }) && rule !== staleRule;
    const entry = { rule, ...(subject === undefined ? {} : { subject }) };
    if (isListed) entries.set(JSON.stringify(entry), entry);
  }
  return baselineText([...entries.values()]);
}

const staleRule = "baseline-stale";

/**
 * Marks expected findings, and adds a violation for each entry that nothing matches any more. An
 * examination that could not run at all says nothing about its entries.
 */
export function applyBaseline(
  report: ExaminationReport,
  expected: readonly ExpectedFinding[],
): ExaminationReport {
  const used = new Set<ExpectedFinding>();
  const verdicts = report.verdicts.map((verdict): RuleVerdict => {
    if (!isFinding(verdict)) return verdict;
    const matching = expected.filter(
      ({ rule, subject }) =>
        rule === verdict.rule && (subject === undefined || subject === verdict.subject),
    );
    for (const entry of matching) used.add(entry);
    return matching.length > 0 ? { ...verdict, isExpected: true } : verdict;
  });
  const hasRun =
    verdicts.length === 0 || verdicts.some(({ outcome }) => outcome !== "could-not-run");
  const stale = expected
    .filter((entry) => hasRun && !used.has(entry))
    .map(
      ({ rule, subject }): RuleVerdict => ({
        rule: staleRule,
        outcome: "violation",
        subject: subject === undefined ? rule : `${rule} ${subject}`,
        sentence: "The baseline expects this finding, which no longer occurs: remove the entry.",
        evidence: [],
      }),
    );
  return { ...report, verdicts: [...verdicts, ...stale] };
}
