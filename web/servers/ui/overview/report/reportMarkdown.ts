/** Writes a report about a server as Markdown. */
import { codeBlock, codeSpan } from "../../../../../shared/core/text/markdownCode.ts";
import { fitProviderNames } from "../../../../../shared/messages/fitMessages.ts";
import { fitProviders } from "../../../../../shared/models/fit/toolFit.ts";
import { formatCount } from "../../../../messages/quantities.ts";
import { listSizeTexts } from "../../../messages/listMessages.ts";
import type { ServerReport, ToolReport } from "./serverReport.ts";

/** Text of the server is written as code, so that none of it is markup. */
export function reportMarkdown(report: ServerReport): string {
  const { server, revision, transport, capabilities, instructions, lists, tools } = report;
  const facts = Object.entries({ ...server, revision, transport });
  return [
    `# ${codeSpan(String(server.title ?? server.name ?? server.address))}`,
    bullets(facts.map(([name, value]) => `${name}: ${codeSpan(textOf(value))}`)),
    "## How the revision was agreed",
    bullets(report.negotiation.map(codeSpan)),
    "## Capabilities",
    `Server${codeBlock(JSON.stringify(capabilities.server, undefined, 2))}`,
    ...(capabilities.client === undefined
      ? []
      : [`Client${codeBlock(JSON.stringify(capabilities.client, undefined, 2))}`]),
    ...(instructions === undefined ? [] : ["## Instructions", codeBlock(instructions).trim()]),
    "## Lists",
    bullets(
      Object.entries(lists).map(
        ([heading, size]) => `${heading}: ${typeof size === "number" ? size : listSizeTexts[size]}`,
      ),
    ),
    ...(report.tokens !== undefined && tools.length > 0
      ? [`## Tool definitions: about ${formatCount(report.tokens, "token")}`, table(tools)]
      : []),
    "## Findings",
    report.findings === undefined
      ? "The messages could not be checked."
      : report.findings.length === 0
        ? "None."
        : bullets(
            report.findings.map(
              ({ severity, code, text, count, specUrl }) =>
                `**${severity}** ${codeSpan(code)}${count > 1 ? ` (${count} times)` : ""}: ${codeSpan(text)} [Specification](${specUrl})`,
            ),
          ),
    `Written by MCP Playground, ${report.at}.`,
    "",
  ].join("\n\n");
}

function table(tools: readonly ToolReport[]): string {
  const names = fitProviders.map((provider) => fitProviderNames[provider]);
  const rows = tools.map(({ name, tokens, refusedBy, fitsAfter }) => {
    const fits = fitProviders.map((provider) => {
      const changes = fitsAfter?.[provider]?.map(cell).join("; ");
      const after = changes === undefined ? "fits" : `fits after: ${changes}`;
      return refusedBy[provider]?.map(cell).join("; ") ?? after;
    });
    return [cell(name), String(tokens), ...fits];
  });
  const lines = [["Tool", "Tokens", ...names], ["---", "--:", ...names.map(() => "---")], ...rows];
  return lines.map((line) => `| ${line.join(" | ")} |`).join("\n");
}

/** A bar would end the cell, also in code. */
function cell(text: string): string {
  return codeSpan(text.replaceAll("|", "\\|"));
}

function bullets(lines: readonly string[]): string {
  return lines.length === 0 ? "None." : lines.map((line) => `- ${line}`).join("\n");
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
