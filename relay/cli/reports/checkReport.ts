/** Prints what `check` found, grouped by rule. */
import type { Target } from "../../../shared/config/target.ts";
import type { Finding } from "../../../shared/lint/finding.ts";
import { countText } from "../../../shared/messages/countText.ts";
import { findingText } from "../../../shared/messages/findingText.ts";
import { maskedAddress } from "../../../shared/recording/maskTarget.ts";
import type { Examination, ExaminationFailure } from "../commands/examine.ts";
import { escapeForTerminal, type Terminal } from "../terminal.ts";
import { failureQuote, failureSentence, shortened, tokenHint } from "./failureSentence.ts";

/** Prints the server with placeholders for secrets, the failures and the findings. */
export function printExamination(
  terminal: Terminal,
  target: Target,
  { revision, transport, server, counts, failures, findings }: Examination,
): void {
  const { print, styled } = terminal;
  print(styled("bold", escapeForTerminal(maskedAddress(target))));
  if (server && revision) {
    const numbers = Object.entries(counts).map(([member, count]) =>
      countText(count, ...(listNames[member] ?? [member, member])),
    );
    const name = escapeForTerminal(`${server.name} ${server.version}`.trim());
    print([name, escapeForTerminal(revision), transport, ...numbers].filter(Boolean).join(" · "));
  }
  for (const failed of failures) printFailure(terminal, failed);
  for (const [key, group] of groupsOf(findings)) printGroup(terminal, key, group);
  const of = (severity: Finding["severity"]) =>
    findings.filter((finding) => finding.severity === severity).length;
  print("");
  const severities = ["violation", "warning", "note"] as const;
  print(severities.map((severity) => countText(of(severity), severity)).join(", "));
}

function printGroup(
  { print, styled }: Terminal,
  key: string,
  group: readonly Examination["findings"][number][],
): void {
  const [first] = group;
  if (!first) return;
  const times = group.length > 1 ? ` (${group.length} times)` : "";
  const methods = [...new Set(group.flatMap(({ method }) => method ?? []))].join(", ");
  const place = methods ? ` in ${escapeForTerminal(methods)}` : "";
  print("");
  print(`${styled(colours[first.severity], first.severity)} ${key}${times}${place}`);
  for (const words of new Set(group.slice(0, maxPerRule).map(findingText))) {
    print(`  ${escapeForTerminal(words)}`);
  }
  if (group.length > maxPerRule) print(`  … and ${group.length - maxPerRule} more`);
  print(`  ${styled("dim", first.specUrl)}`);
}

function printFailure(
  { print, styled }: Terminal,
  { at, failure, error, status }: ExaminationFailure,
): void {
  const why = error
    ? `The server answered with error ${error.code}: ${shortened(error.message)}`
    : failure
      ? failureSentence(failure)
      : "It was cancelled.";
  const isSaid = failure?.code === "http-status" || failure?.code === "not-authorized";
  const hint = status === 401 && !isSaid ? ` ${tokenHint}` : "";
  const quote = failure && failureQuote(failure);
  const title = quote ? ` ${quote.title}` : "";
  print(`${styled("red", "failed")} ${at}: ${escapeForTerminal(`${why}${hint}`)}${title}`);
  for (const line of quote?.lines ?? []) print(`  ${escapeForTerminal(line)}`);
}

/** Sentences printed per rule. */
const maxPerRule = 5;

/** Singular and plural of the items of each list. */
const listNames: Readonly<Record<string, readonly [one: string, many: string]>> = {
  tools: ["tool", "tools"],
  prompts: ["prompt", "prompts"],
  resources: ["resource", "resources"],
  resourceTemplates: ["resource template", "resource templates"],
};

const colours = { violation: "red", warning: "yellow", note: "cyan" } as const;

/** Groups findings by rule and severity, the most severe first. */
function groupsOf(
  findings: Examination["findings"],
): [string, Examination["findings"][number][]][] {
  const order = Object.keys(colours);
  const sorted = findings.toSorted((a, b) => order.indexOf(a.severity) - order.indexOf(b.severity));
  const groups = Map.groupBy(
    sorted,
    ({ severity, code, specUrl }) => `${severity} ${code} ${specUrl}`,
  );
  return [...groups.values()].map((group) => [group[0]?.code ?? "", group]);
}
