/** The options of commands that end with a report. */
import { Command, Option } from "@commander-js/extra-typings";
import { clientFailureKinds, failureKinds } from "../../../shared/report/examinationReport.ts";
import { reportFormats } from "../../../shared/report/reportFormats.ts";
import { CommandError } from "../exitCode.ts";
import { nameReader, repeatable, type ValuesOf } from "./optionGroups.ts";

/** How a report is delivered. */
export type ReportOptions = ReturnType<typeof readReport>;

const allKinds = [...failureKinds, ...clientFailureKinds] as const;

const outputs = ["text", ...reportFormats] as const;

/** Of the commands that have no other use for it. */
export const jsonUsage = ["--json", "the same as --output json"] as const;

/** Declares the options. */
export function reportOptions() {
  return new Command()
    .addOption(
      new Option("--output <format>", `on standard output: ${outputs.join(", ")}`)
        .argParser(nameReader("--output", outputs))
        .default("text"),
    )
    .addOption(repeatable("--report <format=file>", "also write the report to a file"))
    .addOption(
      repeatable("--fail-on <kind>", `what fails beside violations: ${failureKinds.join(", ")}`),
    )
    .option("--baseline <file>", "the findings that are expected; one that no longer occurs fails")
    .option("--update-baseline", "write the findings into the file of --baseline");
}

/**
 * Reads the options.
 * @param short `--json` and `--junit` of the commands that have them, which say the same in short
 * @throws CommandError
 */
export function readReport(
  { output, report = [], failOn = [], baseline, updateBaseline }: ValuesOf<typeof reportOptions>,
  short: { readonly json?: boolean | undefined; readonly junit?: string | undefined } = {},
) {
  const files = report.map((text) => {
    const [, name, path] = /^(\w+)=(.+)$/s.exec(text) ?? [];
    const format = reportFormats.find((each) => each === name);
    if (format && path !== undefined) return { format, path };
    throw new CommandError(
      `--report needs a format and a file: ${reportFormats.join(", ")}=<file>.`,
    );
  });
  if (updateBaseline && baseline === undefined) {
    throw new CommandError("--update-baseline needs the file: --baseline <file>.");
  }
  return {
    output: short.json ? ("json" as const) : output,
    files:
      short.junit === undefined
        ? files
        : [...files, { format: "junit" as const, path: short.junit }],
    failOn: failOn.flatMap((kinds) => kinds.split(",").map(nameReader("--fail-on", allKinds))),
    baseline,
    updateBaseline: updateBaseline === true,
  };
}
