/** The options of commands that end with a report. */
import type { Command } from "commander";
import { type ReportFormat, reportFormats } from "../../../shared/report/reportFormats.ts";
import { repeatable } from "../flags.ts";
import type { ReportOptions } from "./commandArguments.ts";

/**
 * Declares the options.
 * @param hasJson whether `--json` is short for `--output json`
 */
export function addReportOptions(command: Command, hasJson = true): Command {
  command
    .option("--output <format>", `on standard output: text, ${reportFormats.join(", ")}`, "text")
    .addOption(repeatable("--report <format=file>", "also write the report to a file"))
    .option("--baseline <file>", "the findings that are expected; one that no longer occurs fails")
    .option("--update-baseline", "write the findings into the file of --baseline");
  return hasJson ? command.option("--json", "the same as --output json") : command;
}

/** The options of {@link addReportOptions}, or an error sentence. */
export function readReportOptions(
  options: Readonly<Record<string, unknown>>,
): { readonly report: ReportOptions } | string {
  const names = reportFormats.join(", ");
  const output = options.json === true ? "json" : String(options.output);
  if (output !== "text" && !isFormat(output)) return `--output needs one of text, ${names}.`;
  const files = ((options.report ?? []) as readonly string[]).map((text) => {
    const [, format = "", path = ""] = /^(\w+)=(.+)$/s.exec(text) ?? [];
    return isFormat(format) ? { format, path } : undefined;
  });
  if (files.includes(undefined)) return `--report needs a format and a file: ${names}=<file>.`;
  const baselinePath = typeof options.baseline === "string" ? options.baseline : undefined;
  const updatesBaseline = options.updateBaseline === true;
  if (updatesBaseline && baselinePath === undefined) {
    return "--update-baseline needs the file: --baseline <file>.";
  }
  return {
    report: {
      output,
      files: files.filter((file) => file !== undefined),
      baselinePath,
      updatesBaseline,
    },
  };
}

function isFormat(name: string): name is ReportFormat {
  return reportFormats.some((format) => format === name);
}

/** Adds the file of `--junit`, if it is given. */
export function withJunit(report: ReportOptions, path: unknown): ReportOptions {
  if (typeof path !== "string") return report;
  return { ...report, files: [...report.files, { format: "junit", path }] };
}
