/** Makes the report of `doctor`, and prints it for people. */

import { countText } from "../../../shared/core/countText.ts";
import {
  causeSection,
  type DoctorFinding,
  type ProbeResult,
} from "../../../shared/doctor/cause.ts";
import {
  type DoctorFix,
  doctorFixes,
  frameworkWords,
} from "../../../shared/messages/doctorFixes.ts";
import {
  doctorText,
  passedSentences,
  unmeasuredSentences,
} from "../../../shared/messages/doctorText.ts";
import type {
  ExaminationReport,
  LogEvidence,
  RuleVerdict,
} from "../../../shared/report/examinationReport.ts";
import { escapeForTerminal, escapeLinesForTerminal, type Terminal } from "../terminal.ts";

/** @param evidenceOf reads an entry of the log */
export async function doctorVerdicts(
  results: readonly ProbeResult[],
  evidenceOf: (seq: number) => Promise<readonly LogEvidence[]>,
): Promise<readonly RuleVerdict[]> {
  const verdicts: RuleVerdict[] = [];
  for (const { probe, outcome, findings } of results) {
    for (const found of findings) {
      const { code, severity, seqs } = found;
      const { sentence, remedy } = doctorText(found);
      verdicts.push({
        rule: code,
        outcome: code === "unexplained" ? "could-not-run" : severity,
        subject: probe,
        sentence: `${sentence} ${remedy}`.trim(),
        section: causeSection(code),
        evidence: (await Promise.all(seqs.map((seq) => evidenceOf(seq)))).flat(),
      });
    }
    if (outcome === "found") continue;
    const isPassed = outcome === "passed";
    verdicts.push({
      rule: probe,
      outcome: isPassed ? "passed" : "not-applicable",
      sentence: isPassed
        ? passedSentences[probe]
        : outcome === "unmeasured"
          ? unmeasuredSentences[probe]
          : "Not examined.",
      evidence: [],
    });
  }
  return verdicts;
}

interface PrintedDiagnosis {
  readonly results: readonly ProbeResult[];
  readonly requests: readonly string[];
  /** The word of the framework whose fix is printed. */
  readonly framework: string | undefined;
}

/** Prints what is wrong, what to do, and the probes that found nothing. */
export function printDiagnosis(
  terminal: Terminal,
  { title, server, verdicts }: ExaminationReport,
  { results, requests, framework }: PrintedDiagnosis,
): void {
  const { print, styled } = terminal;
  print(styled("bold", escapeForTerminal(title)));
  if (server) {
    const name = `${server.name} ${server.version}`.trim();
    print(escapeForTerminal([name, server.revision, server.transport].filter(Boolean).join(" · ")));
  }
  const findings = results.flatMap((result) => result.findings);
  if (findings.length === 0) print(styled("green", "Nothing wrong was found."));
  for (const found of findings) {
    const isExpected = verdicts.some(
      (verdict) => verdict.rule === found.code && verdict.isExpected === true,
    );
    printFinding(terminal, found, isExpected, framework);
  }
  const others = results.filter(({ outcome }) => outcome === "passed" || outcome === "unmeasured");
  if (others.length > 0) print("");
  for (const { probe, outcome } of others) {
    const isPassed = outcome === "passed";
    const line = isPassed ? `✓ ${passedSentences[probe]}` : `– ${unmeasuredSentences[probe]}`;
    print(styled("dim", line));
  }
  if (requests.length > 0) {
    print(styled("dim", `${countText(requests.length, "request")} of the doctor:`));
    for (const request of requests) print(styled("dim", `  ${escapeForTerminal(request)}`));
  }
}

const colours = { violation: "red", warning: "yellow", note: "cyan" } as const;

function printFinding(
  { print, styled }: Terminal,
  found: DoctorFinding,
  isExpected: boolean,
  framework: string | undefined,
): void {
  const { code, severity } = found;
  const { sentence, remedy } = doctorText(found);
  const mark = isExpected ? `expected ${severity}` : severity;
  print("");
  print(`${styled(isExpected ? "dim" : colours[severity], mark)} ${code}`);
  print(`  ${escapeForTerminal(sentence)}`);
  if (remedy) print(`  ${escapeForTerminal(remedy)}`);
  const isSearchable = found.code === "path-not-found" || found.code === "html-page";
  if (isSearchable && !found.evidence.isSearched)
    print("  --paths tries the usual paths, and well-known addresses that name an endpoint.");
  const fixes = doctorFixes(found);
  const isWanted = (each: DoctorFix) =>
    framework !== undefined && frameworkWords(each).includes(framework);
  const fix = fixes.find(isWanted) ?? fixes[0];
  if (!fix) return;
  const others = fixes.filter((each) => each !== fix).flatMap(frameworkWords);
  print("");
  print(`  ${styled("bold", fix.name)} (--fix: ${others.join(", ")})`);
  for (const line of escapeLinesForTerminal(fix.code).split("\n")) print(`    ${line}`);
}
