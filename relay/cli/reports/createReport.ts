/** Makes the report of a command, with secrets masked. */
import {
  type ExaminationReport,
  type RuleVerdict,
  reportFormat,
} from "../../../shared/report/examinationReport.ts";
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
  readonly differences?: ExaminationReport["differences"];
  /** The texts of their evidence are masked already. */
  readonly verdicts: readonly RuleVerdict[];
  readonly mask: (text: string) => string;
}

/** It ends now. */
export function createReport({
  startedAt,
  server,
  verdicts,
  differences,
  mask,
  ...facts
}: ReportFacts): ExaminationReport {
  const { name, version: serverVersion, revision = "", transport = "" } = server ?? {};
  return {
    format: reportFormat,
    ...facts,
    tool: { name: "mcp-playground", version },
    startedAt: startedAt.toISOString(),
    durationMs: Date.now() - startedAt.getTime(),
    ...(name !== undefined && {
      server: { name: mask(name), version: mask(serverVersion ?? ""), revision, transport },
    }),
    ...(differences && {
      differences: differences.map(({ subject, values }) => ({
        subject: mask(subject),
        values: Object.fromEntries(
          Object.entries(values).map(([revision, value]) => [revision, mask(value)]),
        ),
      })),
    }),
    verdicts: verdicts.map((verdict) => ({
      ...verdict,
      ...(verdict.subject !== undefined && { subject: mask(verdict.subject) }),
      sentence: mask(verdict.sentence),
    })),
  };
}
