/** Masks secrets in the values of a report. */
import type { ExaminationReport } from "./examinationReport.ts";

/**
 * Masks what a server or a user has written: names, sentences and evidence. Members, rules,
 * outcomes and revisions are the words of this program, in which a secret that is a common word
 * changes nothing.
 */
export function maskReport(
  report: ExaminationReport,
  mask: (text: string) => string,
): ExaminationReport {
  const { title, server, differences, verdicts } = report;
  return {
    ...report,
    title: mask(title),
    ...(server && {
      server: { ...server, name: mask(server.name), version: mask(server.version) },
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
      ...(verdict.expected !== undefined && { expected: mask(verdict.expected) }),
      ...(verdict.seen !== undefined && { seen: mask(verdict.seen) }),
      ...(verdict.fix !== undefined && { fix: mask(verdict.fix) }),
      evidence: verdict.evidence.map((entry) => ({
        ...entry,
        text: mask(entry.text),
        ...(entry.pointer !== undefined && { pointer: mask(entry.pointer) }),
      })),
    })),
  };
}
