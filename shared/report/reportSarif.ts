/** Writes a report as SARIF 2.1.0, which code scanning reads. */
import {
  type ExaminationReport,
  isFinding,
  type RuleVerdict,
  reportState,
  verdictLines,
  verdictPlace,
} from "./examinationReport.ts";

const levels = {
  violation: "error",
  "could-not-run": "error",
  warning: "warning",
  note: "note",
  passed: "none",
  "not-applicable": "none",
} as const;

const kinds = {
  violation: "fail",
  "could-not-run": "fail",
  warning: "fail",
  note: "fail",
  passed: "pass",
  "not-applicable": "notApplicable",
} as const;

/**
 * Writes one result for each verdict; expected ones are suppressed.
 * @param artifact the file to show findings at, relative to the repository: code scanning needs one
 * @see https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html
 */
export function reportSarif(report: ExaminationReport, artifact: string): string {
  const { tool, verdicts, startedAt, durationMs } = report;
  const rules = new Map<string, RuleVerdict>();
  for (const verdict of verdicts) {
    if (!rules.has(verdict.rule) || isFinding(verdict)) rules.set(verdict.rule, verdict);
  }
  const ids = [...rules.keys()];
  const document = {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: {
            name: tool.name,
            version: tool.version,
            ...(tool.homepage && { informationUri: tool.homepage }),
            rules: [...rules].map(([id, { section }]) => ({
              id,
              name: id,
              shortDescription: { text: id.replaceAll("-", " ") },
              ...(section === undefined ? {} : { helpUri: section }),
            })),
          },
        },
        automationDetails: { id: `mcp-playground/${report.examination}/` },
        invocations: [
          {
            executionSuccessful: reportState(report) !== "could-not-run",
            startTimeUtc: startedAt,
            endTimeUtc: new Date(Date.parse(startedAt) + durationMs).toISOString(),
          },
        ],
        results: verdicts.map((verdict) => resultOf(verdict, ids.indexOf(verdict.rule), artifact)),
      },
    ],
  };
  return `${JSON.stringify(document, undefined, 2)}\n`;
}

function resultOf(verdict: RuleVerdict, ruleIndex: number, artifact: string) {
  const { rule, outcome, sentence, evidence, isExpected } = verdict;
  const [first] = evidence;
  const place = [verdictPlace(verdict), first?.pointer].filter(Boolean).join(" ");
  return {
    ruleId: rule,
    ruleIndex,
    kind: kinds[outcome],
    level: levels[outcome],
    message: { text: [sentence === "" ? rule : sentence, ...verdictLines(verdict)].join("\n") },
    locations: [
      {
        physicalLocation: { artifactLocation: { uri: artifact }, region: { startLine: 1 } },
        ...(place === "" ? {} : { logicalLocations: [{ fullyQualifiedName: place }] }),
      },
    ],
    // code scanning recognizes a finding by these in the next run
    partialFingerprints: { "rule/v1": [rule, place].join(" ").trim() },
    ...(isExpected ? { suppressions: [{ kind: "external", justification: "baseline" }] } : {}),
    properties: { evidence },
  };
}
