/** Prints what the client of a recording did, for people. */

import { countText } from "../../../shared/core/countText.ts";
import { actSubject } from "../../../shared/messages/clientActText.ts";
import {
  causeLines,
  countOutcomes,
  type ExaminationReport,
  isFinding,
  type Outcome,
  type RuleVerdict,
} from "../../../shared/report/examinationReport.ts";
import { clientActCodes } from "../../../shared/taps/acts/clientAct.ts";
import { escapeForTerminal, type Terminal } from "../terminal.ts";

const marks: Readonly<Record<Outcome, readonly [mark: string, Parameters<Terminal["styled"]>[0]]>> =
  {
    violation: ["✗", "red"],
    "could-not-run": ["?", "red"],
    warning: ["!", "yellow"],
    note: ["i", "cyan"],
    passed: ["✓", "green"],
    "not-applicable": ["–", "dim"],
  };

export function printClientReport(terminal: Terminal, report: ExaminationReport): void {
  const { print, styled } = terminal;
  const { title, server, verdicts } = report;
  print(styled("bold", escapeForTerminal(title)));
  if (server) {
    const name = `${server.name} ${server.version}`.trim();
    print(escapeForTerminal([name, server.revision, server.transport].filter(Boolean).join(" · ")));
  }
  print("");
  for (const verdict of verdicts) {
    if (verdict.outcome !== "not-applicable") printVerdict(terminal, verdict);
  }
  const notSeen = clientActCodes.filter((code) =>
    verdicts.some(({ rule, outcome }) => rule === code && outcome === "not-applicable"),
  );
  print("");
  if (notSeen.length > 0) print(styled("dim", `Not seen: ${notSeen.map(actSubject).join(", ")}`));
  const { violation, warning, note, passed, expected } = countOutcomes(report);
  const counts = [
    countText(violation, "violation"),
    countText(warning, "warning"),
    countText(note, "note"),
    `${passed} passed`,
    `${notSeen.length} not seen`,
    ...(expected > 0 ? [`${expected} expected`] : []),
  ];
  print(counts.join(", "));
}

function printVerdict({ print, styled }: Terminal, verdict: RuleVerdict): void {
  const { outcome, rule, sentence, section, isExpected } = verdict;
  const [mark, style] = marks[outcome];
  const words = `${isExpected ? "expected: " : ""}${sentence}`;
  print(`${styled(isExpected ? "dim" : style, mark)} ${escapeForTerminal(words)}`);
  if (!isFinding(verdict)) return;
  const where = section === undefined ? rule : `${rule} · ${section}`;
  print(`  ${styled("dim", escapeForTerminal(where))}`);
  for (const line of causeLines(verdict)) print(`  ${escapeForTerminal(line)}`);
}
