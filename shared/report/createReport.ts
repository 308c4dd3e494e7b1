/** Makes the report of an examination, with secrets masked. */
import { type ExaminationReport, type RuleVerdict, reportFormat } from "./examinationReport.ts";
import { maskReport } from "./maskReport.ts";

export interface ReportFacts {
  /** What examined: the command, or the one of the same name. */
  readonly examination: string;
  readonly title: string;
  readonly startedAt: Date;
  readonly durationMs: number;
  /** Of the playground. */
  readonly version: string;
  /** Its published address, if there is one. */
  readonly homepage?: string | undefined;
  readonly server:
    | {
        readonly name: string;
        readonly version?: string;
        readonly revision?: string | undefined;
        readonly transport?: string | undefined;
      }
    | undefined;
  readonly differences?: NonNullable<ExaminationReport["differences"]>;
  readonly verdicts: readonly RuleVerdict[];
  readonly mask: (text: string) => string;
}

export function createReport(facts: ReportFacts): ExaminationReport {
  const { examination, title, startedAt, durationMs, homepage, server, differences } = facts;
  const report: ExaminationReport = {
    format: reportFormat,
    examination,
    title,
    tool: { name: "mcp-playground", version: facts.version, ...(homepage && { homepage }) },
    startedAt: startedAt.toISOString(),
    durationMs,
    ...(server && {
      server: {
        name: server.name,
        version: server.version ?? "",
        revision: server.revision ?? "",
        transport: server.transport ?? "",
      },
    }),
    ...(differences && { differences }),
    verdicts: facts.verdicts,
  };
  return maskReport(report, facts.mask);
}
