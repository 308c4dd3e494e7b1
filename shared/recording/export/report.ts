/** Exports a recording as a bug report in Markdown. */
import { formatTarget } from "../../config/target.ts";
import { codeBlock, codeSpan } from "../../core/text/markdownCode.ts";
import type { Recording } from "../recording.ts";
import { type ExportChoice, exportedCalls, type RecordedCall } from "./exchanges.ts";

/** Exports the servers, the calls with their answers, and a list of omitted parts. */
export function exportReport(recording: Recording, choice: ExportChoice = {}): string {
  const { connections = [], leftOut = [] } = recording;
  const calls = exportedCalls(recording, choice);
  const servers = connections.map(({ server, serverInfo, revision, transport }) => {
    const facts = [serverInfo?.name, serverInfo?.version, revision, transport];
    return `- ${codeSpan(formatTarget(server))}${facts.map((fact) => (fact === undefined ? "" : ` · ${codeSpan(String(fact))}`)).join("")}`;
  });
  const sections = calls.map((call, index) =>
    [
      `### ${index + 1}. ${codeSpan(call.method)}`,
      `Sent${codeBlock(call.requestText)}`,
      endOf(call),
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

function endOf(call: RecordedCall): string {
  const { answerText, startedAt, endedAt, cancelledAt, isDisconnected, isTimedOut } = call;
  const { personMs = 0 } = call;
  const after = (at: number) => `after ${Math.round(at - startedAt)} ms`;
  if (answerText !== undefined && endedAt !== undefined) {
    const waited =
      personMs > 0 ? `, beside ${Math.round(personMs)} ms that it waited for the user` : "";
    return `Answered ${after(endedAt - personMs)}${waited}${codeBlock(answerText)}`;
  }
  if (cancelledAt === undefined) return "No answer was recorded.";
  if (isTimedOut) return `Timed out ${after(cancelledAt)}, without an answer.`;
  return isDisconnected
    ? `No answer: the client disconnected ${after(cancelledAt)}.`
    : `Cancelled ${after(cancelledAt)}, without an answer.`;
}
