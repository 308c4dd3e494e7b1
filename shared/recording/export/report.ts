/** Exports a recording as a bug report in Markdown. */
import { formatTarget } from "../../config/target.ts";
import { codeBlock, codeSpan } from "../../core/text/markdownCode.ts";
import type { Recording } from "../recording.ts";
import { type ExportChoice, exportedCalls } from "./exchanges.ts";

/** Exports the servers, the calls with their answers, and a list of omitted parts. */
export function exportReport(recording: Recording, choice: ExportChoice = {}): string {
  const { connections = [], leftOut = [] } = recording;
  const calls = exportedCalls(recording, choice);
  const servers = connections.map(({ server, serverInfo, revision, transport }) => {
    const facts = [serverInfo?.name, serverInfo?.version, revision, transport];
    return `- ${codeSpan(formatTarget(server))}${facts.map((fact) => (fact === undefined ? "" : ` · ${codeSpan(String(fact))}`)).join("")}`;
  });
  const sections = calls.map(({ method, requestText, answerText, startedAt, endedAt }, index) =>
    [
      `### ${index + 1}. ${codeSpan(method)}`,
      `Sent${codeBlock(requestText)}`,
      answerText === undefined || endedAt === undefined
        ? "No answer was recorded."
        : `Answered after ${Math.round(endedAt - startedAt)} ms${codeBlock(answerText)}`,
    ].join("\n\n"),
  );
  return [
    "## Server",
    ...(servers.length > 0
      ? [servers.join("\n")]
      : [`- ${codeSpan(formatTarget(recording.server))}`]),
    "## Expected and actual behaviour",
    "<!-- Say what you expected and what happened instead. -->",
    ...(sections.length > 0 ? ["## Messages", ...sections] : []),
    ...(leftOut.length > 0
      ? ["## Left out", leftOut.map((each) => `- ${codeSpan(each.code)}: ${each.count}`).join("\n")]
      : []),
    "",
  ].join("\n\n");
}
