/** Writes a report in any of its formats. */
import type { ExaminationReport } from "./examinationReport.ts";
import { reportAnnotations } from "./reportAnnotations.ts";
import { reportBadge } from "./reportBadge.ts";
import type { ReportFormat } from "./reportFormats.ts";
import { reportJunit } from "./reportJunit.ts";
import { reportSarif } from "./reportSarif.ts";
import { summaryMarkdown } from "./summaryMarkdown.ts";

/**
 * Writes a report, ending with a line break.
 * @param artifact the file to show findings at, relative to the repository
 */
export function writeReport(
  report: ExaminationReport,
  format: ReportFormat,
  artifact: string,
): string {
  switch (format) {
    case "json":
      return `${JSON.stringify(report, undefined, 2)}\n`;
    case "junit":
      return reportJunit(report);
    case "sarif":
      return reportSarif(report, artifact);
    case "markdown":
      return summaryMarkdown(report);
    case "github":
      return reportAnnotations(report, artifact);
    case "badge":
      return reportBadge(report);
  }
}
