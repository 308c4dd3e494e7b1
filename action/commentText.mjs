/** Writes the comment of a pull request. */

/** Finds the comment of an earlier run. */
export const commentMark = "<!-- mcp-playground -->";

/** GitHub refuses a comment of more than 65,536 characters. */
const maxLength = 65_536;
const maxRows = 50;
const maxTextLength = 300;

const endings = {
  violation: ["violation", "violations"],
  warning: ["warning", "warnings"],
};

/**
 * The Markdown of the comment. What the server wrote is code: no link, mention or markup.
 * @param comment.found for each command its new verdicts; undefined if it wrote no report
 * @param comment.tools the changes of tools; undefined if they could not be compared
 * @param comment.reason why nothing could be compared
 */
export function commentText({ found, tools, reason, runUrl }) {
  const lines = [commentMark, "### MCP Playground", ""];
  if (reason) lines.push(reason, "");
  for (const { command, verdicts, isCompared } of found) {
    lines.push(`**${asCode(command)}**: ${resultOf(verdicts, isCompared)}`, "");
    for (const { outcome, subject = "", sentence } of (verdicts ?? []).slice(0, maxRows)) {
      lines.push(
        `- ${outcome}${subject === "" ? "" : ` in ${asCode(subject)}`}: ${asCode(sentence)}`,
      );
    }
    const more = (verdicts ?? []).length - maxRows;
    if (more > 0) lines.push(`- … and ${more} more`);
    lines.push("");
  }
  lines.push(...toolLines(tools, reason));
  return shortened(lines, `[Summary and reports of this run](${runUrl})`);
}

function resultOf(verdicts, isCompared) {
  if (!verdicts) return "wrote no report.";
  const counts = Object.entries(endings).flatMap(([outcome, [one, many]]) => {
    const count = verdicts.filter((verdict) => verdict.outcome === outcome).length;
    return count === 0 ? [] : [`${count} ${isCompared ? "new " : ""}${count === 1 ? one : many}`];
  });
  if (counts.length > 0) return counts.join(", ");
  return isCompared ? "nothing new." : "nothing found.";
}

function toolLines(tools, reason) {
  if (!tools) return reason ? [] : ["The tools could not be compared."];
  const list = (word, names) => {
    if (names.length === 0) return [];
    const more = names.length > maxRows ? ` and ${names.length - maxRows} more` : "";
    return [`- ${word}: ${names.slice(0, maxRows).join(", ")}${more}`];
  };
  const lines = [
    ...list("added", tools.added.map(asCode)),
    ...list("removed", tools.removed.map(asCode)),
    ...list(
      "changed",
      tools.changed.map(
        ({ name, members }) => `${asCode(name)} (${members.map(asCode).join(", ")})`,
      ),
    ),
  ];
  return lines.length === 0 ? ["**Tools**: unchanged."] : ["**Tools**", "", ...lines];
}

/** A text as inline code of one line. */
function asCode(text) {
  const line = text.replace(/\s+/g, " ").replace(/\p{C}/gu, "");
  const cut =
    line.length > maxTextLength ? `${line.slice(0, maxTextLength).toWellFormed()}…` : line;
  if (cut.trim() === "") return "(empty)";
  const longest = Math.max(0, ...[...cut.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return longest === 0 ? `${fence}${cut}${fence}` : `${fence} ${cut} ${fence}`;
}

/** Leaves out lines before the last one, so that GitHub takes the comment. */
function shortened(lines, last) {
  const note = "\n- … the rest was left out, because a comment cannot be longer.";
  let room = maxLength - last.length - note.length - 10;
  const end = lines.findIndex((line) => {
    room -= line.length + 1;
    return room < 0;
  });
  return [...(end < 0 ? lines : [...lines.slice(0, end), note]), "", last].join("\n");
}
