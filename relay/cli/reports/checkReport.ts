/** Makes the report of `check`, and prints it for people. */

import { countText } from "../../../shared/messages/countText.ts";
import { findingText } from "../../../shared/messages/findingText.ts";
import { internalErrorCode } from "../../../shared/protocol/jsonRpc.ts";
import {
  type ExaminationReport,
  findingOutcomes,
  isFinding,
  type LogEvidence,
  type Outcome,
  type RuleVerdict,
} from "../../../shared/report/examinationReport.ts";
import { countsText } from "../../../shared/report/summaryMarkdown.ts";
import type { CheckFailure, ServerCheck } from "../commands/checkServer.ts";
import { escapeForTerminal, type Terminal } from "../terminal.ts";
import {
  failureAdvice,
  failureQuote,
  failureSentence,
  shortText,
  tokenHint,
} from "./failureSentence.ts";

/** @param evidenceOf reads an entry of the log */
export async function checkVerdicts(
  { revision, counts, failures, findings }: ServerCheck,
  evidenceOf: (seq: number, pointer?: string) => Promise<readonly LogEvidence[]>,
): Promise<readonly RuleVerdict[]> {
  const verdicts: RuleVerdict[] = [];
  if (revision !== undefined) {
    verdicts.push({
      rule: "connects",
      outcome: "passed",
      sentence: `Revision ${revision} was negotiated.`,
      evidence: [],
    });
  }
  for (const [member, count] of Object.entries(counts)) {
    const [method = member, one, many] = lists[member] ?? [];
    if (failures.some(({ at }) => at === method)) continue;
    const verb = count === 1 ? "was" : "were";
    const sentence = `${countText(count, one ?? member, many)} ${verb} read.`;
    verdicts.push({ rule: "lists", outcome: "passed", subject: method, sentence, evidence: [] });
  }
  for (const failed of failures) {
    const isConnecting = failed.at === "connecting";
    verdicts.push({
      rule: isConnecting ? "connects" : "lists",
      outcome:
        isConnecting || failed.error?.code === internalErrorCode ? "could-not-run" : "violation",
      subject: failed.at,
      sentence: failedSentence(failed),
      evidence: [],
    });
  }
  for (const finding of findings) {
    const { code, severity, method, seq, pointer, specUrl } = finding;
    verdicts.push({
      rule: code,
      outcome: severity,
      ...(method === undefined ? {} : { subject: method }),
      sentence: findingText(finding),
      section: specUrl,
      evidence: await evidenceOf(seq, pointer),
    });
  }
  return verdicts;
}

/** Prints the server, what failed, the findings grouped by rule, and the counts. */
export function printCheckReport(
  terminal: Terminal,
  report: ExaminationReport,
  counts: ServerCheck["counts"],
): void {
  const { print, styled } = terminal;
  const { title, server, verdicts } = report;
  print(styled("bold", escapeForTerminal(title)));
  if (server) {
    const numbers = Object.entries(counts).map(([member, count]) => {
      const [, one = member, many] = lists[member] ?? [];
      return countText(count, one, many);
    });
    const name = escapeForTerminal(`${server.name} ${server.version}`.trim());
    print([name, escapeForTerminal(server.revision), server.transport, ...numbers].join(" · "));
  }
  const found = verdicts.filter((verdict) => isFinding(verdict));
  const isFailure = ({ rule }: RuleVerdict) => rule === "connects" || rule === "lists";
  for (const verdict of found.filter(isFailure)) printFailure(terminal, verdict);
  for (const group of groupsOf(found.filter((verdict) => !isFailure(verdict)))) {
    printGroup(terminal, group);
  }
  print("");
  const { verdicts: _, ...head } = report;
  print(
    countsText({ ...head, verdicts: verdicts.filter(({ outcome }) => severities.has(outcome)) }),
  );
}

const severities = new Set<Outcome>(["violation", "warning", "note"]);

function printFailure(
  { print, styled }: Terminal,
  { rule, outcome, subject = "", sentence }: RuleVerdict,
): void {
  const [first = "", ...more] = sentence.split("\n");
  const isAsked = rule === "connects" || outcome === "violation";
  print(
    `${styled("red", isAsked ? "failed" : "could not run")} ${subject}: ${escapeForTerminal(first)}`,
  );
  for (const line of more) print(`  ${escapeForTerminal(line)}`);
}

function printGroup({ print, styled }: Terminal, group: readonly RuleVerdict[]): void {
  const [first] = group;
  if (!first) return;
  const { rule, outcome, section, isExpected } = first;
  const times = group.length > 1 ? ` (${group.length} times)` : "";
  const subjects = [...new Set(group.flatMap(({ subject }) => subject ?? []))].join(", ");
  const place = subjects ? ` in ${escapeForTerminal(subjects)}` : "";
  const mark = isExpected
    ? styled("dim", `expected ${outcome}`)
    : styled(colours[outcome], outcome);
  print("");
  print(`${mark} ${rule}${times}${place}`);
  for (const sentence of new Set(group.slice(0, maxPerRule).map((one) => one.sentence))) {
    print(`  ${escapeForTerminal(sentence)}`);
  }
  if (group.length > maxPerRule) print(`  … and ${group.length - maxPerRule} more`);
  if (section !== undefined) print(`  ${styled("dim", section)}`);
}

function failedSentence({ failure, error, status }: CheckFailure): string {
  const isBackend = error?.code === internalErrorCode;
  const why = error
    ? `${isBackend ? "The server's backend failed: it" : "The server"} answered with error ${error.code}: ${shortText(error.message)}`
    : failure
      ? failureSentence(failure)
      : "It was cancelled.";
  const isSaid = failure?.code === "http-status" || failure?.code === "not-authorized";
  const hint = status === 401 && !isSaid ? ` ${tokenHint}` : "";
  const quote = failure && failureQuote(failure);
  const title = quote ? ` ${quote.title}` : "";
  const advice = failure && failureAdvice(failure);
  return [
    `${why.replaceAll("\n", "\\u{a}")}${hint}${title}`,
    ...(quote?.lines ?? []),
    ...(advice ? [advice] : []),
  ].join("\n");
}

/** Sentences printed per rule. */
const maxPerRule = 5;

/** Of each list its method, and its items in singular and plural. */
const lists: Readonly<Record<string, readonly [method: string, one: string, many: string]>> = {
  tools: ["tools/list", "tool", "tools"],
  prompts: ["prompts/list", "prompt", "prompts"],
  resources: ["resources/list", "resource", "resources"],
  resourceTemplates: ["resources/templates/list", "resource template", "resource templates"],
};

const colours = {
  violation: "red",
  "could-not-run": "red",
  warning: "yellow",
  note: "cyan",
  passed: "green",
  "not-applicable": "dim",
} as const;

/** Groups findings by rule and outcome, the most severe first. */
function groupsOf(verdicts: readonly RuleVerdict[]): readonly (readonly RuleVerdict[])[] {
  const order: readonly Outcome[] = findingOutcomes;
  const sorted = verdicts.toSorted((a, b) => order.indexOf(a.outcome) - order.indexOf(b.outcome));
  const groups = Map.groupBy(
    sorted,
    ({ outcome, rule, section, isExpected }) => `${isExpected} ${outcome} ${rule} ${section}`,
  );
  return [...groups.values()];
}
