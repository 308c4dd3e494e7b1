/** Makes the report of a command, with secrets masked. */
import {
  type ExaminationReport,
  type RuleVerdict,
  reportFormat,
} from "../../../shared/report/examinationReport.ts";
import { maskReport } from "../../../shared/report/maskReport.ts";
import { version } from "../../thisPackage.ts";

interface ReportFacts {
  /** The command. */
  readonly examination: string;
  readonly title: string;
  readonly startedAt: Date;
  readonly server:
    | {
        readonly name: string;
        readonly version: string;
        readonly revision: string | undefined;
        readonly transport: string | undefined;
      }
    | undefined;
  readonly differences?: NonNullable<ExaminationReport["differences"]>;
  readonly verdicts: readonly RuleVerdict[];
  readonly mask: (text: string) => string;
}

/** It ends now. */
export function createReport({
  startedAt,
  server,
  mask,
  ...facts
}: ReportFacts): ExaminationReport {
  const { name, version: serverVersion = "", revision = "", transport = "" } = server ?? {};
  const report: ExaminationReport = {
    format: reportFormat,
    ...facts,
    tool: { name: "mcp-playground", version },
    startedAt: startedAt.toISOString(),
    durationMs: Date.now() - startedAt.getTime(),
    ...(name !== undefined && {
      server: { name, version: serverVersion, revision, transport },
    }),
  };
  return maskReport(report, mask);
}
