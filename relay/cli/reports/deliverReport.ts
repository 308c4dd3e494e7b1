/** Applies the baseline to a report, prints it and writes its files. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { isAbsolute, relative } from "node:path";
import type { Target } from "../../../shared/config/target.ts";
import { errorMessage } from "../../../shared/core/text/errorMessage.ts";
import { applyBaseline, readBaseline, writeBaseline } from "../../../shared/report/baseline.ts";
import { type ExaminationReport, reportState } from "../../../shared/report/examinationReport.ts";
import { writeReport } from "../../../shared/report/writeReport.ts";
import type { ReportOptions } from "../arguments/reportArguments.ts";
import { CommandError, type ExitCode, exitCodes } from "../exitCode.ts";
import { escapeLinesForTerminal, type Terminal } from "../terminal.ts";

/**
 * Delivers a report.
 * @param printText prints it for people
 * @param artifact the file to show findings at, in formats that need one
 * @throws CommandError if the baseline cannot be used, or a file cannot be written
 */
export function deliverReport(
  examined: ExaminationReport,
  { output, files, failOn, baseline, updateBaseline }: ReportOptions,
  { terminal, artifact, printText, only }: DeliverOptions,
): ExitCode {
  if (baseline !== undefined && updateBaseline) save(baseline, writeBaseline(examined));
  const report =
    baseline === undefined
      ? examined
      : applyBaseline(
          examined,
          expectedIn(baseline).filter(({ rule }) => only?.has(rule) !== false),
        );
  if (output === "text") printText(report);
  // control characters in JSON and workflow commands are escaped; the other formats have none
  else {
    const text = writeReport(report, output, artifact);
    terminal.write(escapeLinesForTerminal(text, output === "github"));
  }
  for (const { format, path } of files) save(path, writeReport(report, format, artifact));
  switch (reportState(report, failOn)) {
    case "passed":
      return exitCodes.passed;
    case "violations":
      return exitCodes.violations;
    case "could-not-run":
      return exitCodes.couldNotRun;
  }
}

interface DeliverOptions {
  /** The terminal that masks nothing: the report is masked, and its format must not be. */
  readonly terminal: Terminal;
  readonly artifact: string;
  /** The rules that were examined, if not all were: others cannot be stale. */
  readonly only?: ReadonlySet<string> | undefined;
  readonly printText: (report: ExaminationReport) => void;
}

/**
 * The file of a server in this folder, by its command line; readers of reports show findings at a file.
 */
export function artifactOf(target: Target): string {
  const words = target.kind === "stdio" ? [...target.args, target.command] : [];
  const path = words.find((word) => existsSync(word) && !isAbsolute(relative(".", word)));
  return encodeURI((path && relative(".", path)) || "mcp-server").replaceAll("\\", "/");
}

function expectedIn(path: string) {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch {
    throw new CommandError(`The file ${path} cannot be read. --update-baseline creates it.`);
  }
  const expected = readBaseline(text);
  if (!expected) throw new CommandError(`${path} is not a baseline, see docs/cli.md.`);
  return expected;
}

function save(path: string, text: string): void {
  try {
    writeFileSync(path, text);
  } catch (error) {
    const reason = `${path} cannot be written: ${errorMessage(error)}.`;
    throw new CommandError(reason, exitCodes.couldNotRun);
  }
}
