/** Writes a report as a badge, in the endpoint format of Shields. */
import { countText } from "../core/countText.ts";
import { countOutcomes, type ExaminationReport, reportState } from "./examinationReport.ts";

/** @see https://shields.io/badges/endpoint-badge */
export function reportBadge(report: ExaminationReport): string {
  const state = reportState(report);
  const { violation, warning } = countOutcomes(report);
  const message =
    state === "could-not-run"
      ? "could not run"
      : violation > 0
        ? countText(violation, "violation")
        : warning > 0
          ? `passed, ${countText(warning, "warning")}`
          : "passed";
  const colors = { passed: warning > 0 ? "yellow" : "brightgreen", violations: "red" } as const;
  const color = state === "could-not-run" ? "lightgrey" : colors[state];
  const badge = { schemaVersion: 1, label: `MCP ${report.examination}`, message, color };
  return `${JSON.stringify(badge)}\n`;
}
