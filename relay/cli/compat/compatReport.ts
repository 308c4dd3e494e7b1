/** Makes the verdicts about clients, and prints them as a table. */
import {
  type CompatColumn,
  compatColumns,
  isNoFault,
} from "../../../shared/clients/compat/clientProblem.ts";
import {
  type CellState,
  type CompatRow,
  isCertainFailure,
  type JudgedFinding,
} from "../../../shared/clients/compat/judgeClients.ts";
import { countText } from "../../../shared/core/countText.ts";
import {
  clientFindingText,
  compatColumnNames,
  factSourceText,
} from "../../../shared/messages/clientFindingText.ts";
import type {
  LogEvidence,
  Outcome,
  RuleVerdict,
} from "../../../shared/report/examinationReport.ts";
import { escapeForTerminal, type Terminal } from "../terminal.ts";

const marks: Readonly<
  Record<CellState, readonly [mark: string, Parameters<Terminal["styled"]>[0]]>
> = {
  fails: ["✗", "red"],
  loses: ["!", "yellow"],
  works: ["✓", "green"],
  "not-seen": ["–", "dim"],
  "not-known": ["?", "dim"],
};

/**
 * One verdict for each finding, and one for each cell without any.
 * @param isRequired whether the user named the clients: what fails in one is a violation then
 * @param evidenceOf reads an entry of the log
 * @param columns those that were examined
 */
export async function compatVerdicts(
  rows: readonly CompatRow[],
  isRequired: boolean,
  evidenceOf: (seq: number) => Promise<readonly LogEvidence[]>,
  columns: readonly CompatColumn[] = compatColumns,
): Promise<readonly RuleVerdict[]> {
  const verdicts: RuleVerdict[] = [];
  for (const { client, cells } of rows) {
    for (const column of columns) {
      const { findings, state, facts } = cells[column];
      for (const finding of findings) {
        const { problem, known, seq } = finding;
        const { sentence, fix } = clientFindingText(problem);
        verdicts.push({
          rule: `client-${problem.code}`,
          outcome: outcomeOf(finding, isRequired),
          subject: client.id,
          sentence: `${client.title}: ${sentence} (${factSourceText(known)})`,
          fix,
          evidence: seq === undefined ? [] : await evidenceOf(seq),
        });
      }
      if (findings.length > 0) continue;
      verdicts.push({
        rule: `client-${column}`,
        outcome: state === "works" ? "passed" : "not-applicable",
        subject: client.id,
        sentence: `${client.title}: ${emptyCellText(column, state, facts.length)}`,
        evidence: [],
      });
    }
  }
  return verdicts;
}

function outcomeOf(finding: JudgedFinding, isRequired: boolean): Outcome {
  if (isNoFault(finding.problem)) return "note";
  if (isCertainFailure(finding)) return isRequired ? "violation" : "warning";
  // required only for submission: the server works in the client without it
  if (finding.column === "directory") return isRequired ? "warning" : "note";
  return finding.isFailure ? "warning" : "note";
}

function emptyCellText(column: CompatColumn, state: CellState, facts: number): string {
  const name = compatColumnNames[column];
  switch (state) {
    case "works":
      return `${name}: ${countText(facts, "fact")} compared, none speaks against it.`;
    case "not-seen":
      return `${name}: nothing of it was seen in this session.`;
    default:
      return `${name}: no fact about this client is known.`;
  }
}

const width = 10;

export function printCompat(
  terminal: Terminal,
  title: string,
  rows: readonly CompatRow[],
  columns: readonly CompatColumn[] = compatColumns,
): void {
  const { print, styled } = terminal;
  print(styled("bold", escapeForTerminal(title)));
  print("");
  const longest = Math.max(...rows.map(({ client }) => client.title.length));
  const heads = columns.map((column) => compatColumnNames[column].padEnd(width));
  print(styled("dim", `${"".padEnd(longest + 2)}${heads.join("")}`.trimEnd()));
  for (const { client, cells } of rows) {
    const line = columns.map((column) => {
      const [mark, style] = marks[cells[column].state];
      return styled(style, mark) + " ".repeat(width - 1);
    });
    print(`${client.title.padEnd(longest + 2)}${line.join("")}`.trimEnd());
  }
  print("");
  print(
    styled(
      "dim",
      "✓ nothing known against it  ! loses something  ✗ fails  – not seen  ? not known",
    ),
  );
  for (const { client, cells } of rows) {
    const findings = columns.flatMap((column) => cells[column].findings);
    if (findings.length === 0) continue;
    print("");
    print(`${styled("bold", client.title)} ${styled("dim", client.versions)}`);
    for (const finding of findings) printFinding(terminal, finding);
  }
}

function printFinding({ print, styled }: Terminal, finding: JudgedFinding): void {
  const { column, problem, known } = finding;
  const [mark, style] = marks[isCertainFailure(finding) ? "fails" : "loses"];
  const { sentence, fix } = clientFindingText(problem);
  print(`  ${styled(style, mark)} ${compatColumnNames[column]}: ${escapeForTerminal(sentence)}`);
  print(`    ${fix}`);
  print(styled("dim", `    ${factSourceText(known)}`));
}
