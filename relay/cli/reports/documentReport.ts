/** `mcp-playground check <file>` of a server.json or a server card: nothing is contacted. */
import {
  checkServerDocument,
  type DocumentRule,
  type ServerDocumentKind,
} from "../../../shared/config/documents/serverDocument.ts";
import type { JsonObject } from "../../../shared/core/json/jsonObject.ts";
import { documentProblemText } from "../../../shared/messages/documentProblemText.ts";
import { isFinding, type RuleVerdict } from "../../../shared/report/examinationReport.ts";
import { countsText } from "../../../shared/report/summaryMarkdown.ts";
import type { ReportOptions } from "../arguments/reportArguments.ts";
import type { ExitCode } from "../exitCode.ts";
import { createMask } from "../secretMask.ts";
import { escapeForTerminal, type Terminal } from "../terminal.ts";
import { deliverReport } from "./deliverReport.ts";
import { reportOfCommand } from "./reportOfCommand.ts";

const sections: Readonly<Record<ServerDocumentKind, string>> = {
  "server-json":
    "https://github.com/modelcontextprotocol/registry/blob/main/docs/reference/server-json/official-registry-requirements.md",
  "server-card": "https://modelcontextprotocol.io/seps/2127-mcp-server-cards",
};

const documentNames: Readonly<Record<ServerDocumentKind, string>> = {
  "server-json": "server.json",
  "server-card": "server card",
};

/** A schema of another date may still be taken. */
const warnings: readonly DocumentRule[] = ["schema-old"];

/** Reports what is wrong with the document of a file. */
export function checkDocument(
  path: string,
  { document, kind }: { readonly document: JsonObject; readonly kind: ServerDocumentKind },
  options: ReportOptions,
  terminal: Terminal,
): ExitCode | Promise<ExitCode> {
  const report = reportOfCommand({
    examination: "check",
    title: `${documentNames[kind]} ${path}`,
    startedAt: new Date(),
    server: undefined,
    verdicts: documentVerdicts(document, kind),
    mask: createMask({ target: [], headers: [] }),
  });
  const { print, styled } = terminal;
  return deliverReport(report, options, {
    terminal,
    artifact: encodeURI(path),
    printText({ title, verdicts, ...head }) {
      print(styled("bold", escapeForTerminal(title)));
      for (const { rule, outcome, subject, sentence } of verdicts) {
        const place = subject === undefined ? "" : ` at ${subject}`;
        if (outcome !== "passed") print(`${outcome} ${rule}${escapeForTerminal(place)}`);
        print(`  ${escapeForTerminal(sentence)}`);
      }
      if (verdicts.some(isFinding)) print(`  ${styled("dim", sections[kind])}`);
      print("");
      print(countsText({ title, ...head, verdicts }));
    },
  });
}

export function documentVerdicts(
  document: JsonObject,
  kind: ServerDocumentKind,
): readonly RuleVerdict[] {
  const problems = checkServerDocument(document, kind);
  const section = sections[kind];
  const common = { section, evidence: [] };
  if (problems.length === 0) {
    const sentence = `The ${documentNames[kind]} breaks none of the rules that are checked.`;
    return [{ ...common, rule: kind, outcome: "passed", sentence }];
  }
  return problems.map((problem) => ({
    ...common,
    rule: `${kind}-${problem.rule}`,
    outcome: warnings.includes(problem.rule) ? "warning" : "violation",
    subject: problem.at,
    sentence: documentProblemText(problem),
  }));
}
