/** Makes the report of a command that ends now. */
import { createReport, type ReportFacts } from "../../../shared/report/createReport.ts";
import type { ExaminationReport } from "../../../shared/report/examinationReport.ts";
import { version } from "../../thisPackage.ts";

export function reportOfCommand(
  facts: Omit<ReportFacts, "version" | "durationMs">,
): ExaminationReport {
  return createReport({ ...facts, version, durationMs: Date.now() - facts.startedAt.getTime() });
}
