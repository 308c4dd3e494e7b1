/** Writes a report as workflow commands, which GitHub shows as annotations. */
import {
  type ExaminationReport,
  isFinding,
  joinRevisions,
  verdictLines,
} from "./examinationReport.ts";

/** GitHub shows ten of each level and step. */
const maxAnnotations = 50;

/**
 * Writes a line for each finding that is not expected.
 * @param artifact the file that they are shown at, relative to the repository
 * @see https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands
 */
export function reportAnnotations({ verdicts }: ExaminationReport, artifact: string): string {
  const found = verdicts.filter((verdict) => isFinding(verdict) && !verdict.isExpected);
  const lines = joinRevisions(found)
    .slice(0, maxAnnotations)
    .map(({ verdict, revisions }) => {
      const { outcome, rule, subject, sentence } = verdict;
      const level = outcome === "warning" ? "warning" : outcome === "note" ? "notice" : "error";
      const about = subject === undefined ? rule : `${rule} in ${subject}`;
      const title = [about, ...revisions].join(" ");
      return `::${level} file=${property(artifact)},title=${property(title)}::${data([sentence, ...verdictLines(verdict)].join("\n"))}`;
    });
  return lines.map((line) => `${line}\n`).join("");
}

/** Line breaks would end the command and start another one. */
function data(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function property(text: string): string {
  return data(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
