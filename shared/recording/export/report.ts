/** Exports a recording as a bug report in Markdown. */
import { formatTarget } from "../../config/target.ts";
import type { Recording } from "../recording.ts";
import { callsOf, type ExportChoice } from "./exchanges.ts";

/** Characters of a message that are shown. */
const longestMessage = 4000;

/** Exports the servers, the calls with their answers, and what was left out. */
export function exportReport(recording: Recording, choice: ExportChoice = {}): string {
  const { connections = [], leftOut = [] } = recording;
  const calls = callsOf(recording, choice);
  const servers = connections.map(({ server, serverInfo, revision, transport }) => {
    const facts = [serverInfo?.name, serverInfo?.version, revision, transport];
    return `- ${code(formatTarget(server))}${facts.map((fact) => (fact === undefined ? "" : ` · ${code(String(fact))}`)).join("")}`;
  });
  const sections = calls.map(({ method, requestText, answerText, startedAt, endedAt }, index) =>
    [
      `### ${index + 1}. ${code(method)}`,
      `Sent${fenced(requestText)}`,
      answerText === undefined || endedAt === undefined
        ? "No answer was recorded."
        : `Answered after ${Math.round(endedAt - startedAt)} ms${fenced(answerText)}`,
    ].join("\n\n"),
  );
  return [
    "## Server",
    ...(servers.length > 0 ? [servers.join("\n")] : [`- ${code(formatTarget(recording.server))}`]),
    "## Expected and actual behaviour",
    "<!-- Say what you expected and what happened instead. -->",
    ...(sections.length > 0 ? ["## Messages", ...sections] : []),
    ...(leftOut.length > 0
      ? ["## Left out", leftOut.map((each) => `- ${code(each.code)}: ${each.count}`).join("\n")]
      : []),
    "",
  ].join("\n\n");
}

/** Code in a line; no character in it is markup. */
function code(text: string): string {
  // without content the backticks would begin a span that ends in what follows
  const line = text.replace(/[\r\n\u2028\u2029]+/g, " ") || " ";
  const ticks = "`".repeat(longestRun(line) + 1);
  return /^`|`$/.test(line) ? `${ticks} ${line} ${ticks}` : `${ticks}${line}${ticks}`;
}

/** A fenced block; its fence is longer than any run of backticks inside. */
function fenced(text: string): string {
  const cut = text.length > longestMessage;
  const shown = cut ? `${text.slice(0, longestMessage)} …` : text;
  const fence = "`".repeat(Math.max(3, longestRun(shown) + 1));
  return `\n\n${fence}json\n${shown}\n${fence}`;
}

function longestRun(text: string): number {
  return [...text.matchAll(/`+/g)].reduce((most, [run]) => Math.max(most, run.length), 0);
}
