/** Makes the report of a command that ends now. */
import { createReport, type ReportFacts } from "../../../shared/report/createReport.ts";
import type { ExaminationReport } from "../../../shared/report/examinationReport.ts";
import { projectLinks, version } from "../../thisPackage.ts";

export function reportOfCommand(
  facts: Omit<ReportFacts, "version" | "homepage" | "durationMs">,
): ExaminationReport {
  const { homepage } = projectLinks;
  const durationMs = Date.now() - facts.startedAt.getTime();
  return createReport({ ...facts, version, homepage, durationMs });
}
