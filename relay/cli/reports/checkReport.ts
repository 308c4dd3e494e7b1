/** Makes the report of `check`, and prints it for people. */

import { isOptionalListError } from "../../../shared/client/pages.ts";
import type { ExaminedList, ListName } from "../../../shared/conform/examinedLists.ts";
import type { Reply } from "../../../shared/conform/replies.ts";
import { countText, nounText } from "../../../shared/core/countText.ts";
import { findingText } from "../../../shared/messages/findingText.ts";
import type { Failure } from "../../../shared/protocol/failures/failure.ts";
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
import type { ServerCheck } from "../commands/checkServer.ts";
import { escapeForTerminal, type Terminal } from "../terminal.ts";
import { definitionVerdicts } from "./definitionVerdicts.ts";
import {
  failureAdvice,
  failureQuote,
  failureSentence,
  shortText,
  tokenHint,
} from "./failureSentence.ts";

/** @param evidenceOf reads an entry of the log */
export async function checkVerdicts(
  { revision, lists, failure, findings }: ServerCheck,
  evidenceOf: (seq: number, pointer?: string) => Promise<readonly LogEvidence[]>,
  maxTokens: number | undefined,
): Promise<readonly RuleVerdict[]> {
  const verdicts: RuleVerdict[] = [];
  if (revision !== undefined) {
    const sentence = `Revision ${revision} was negotiated.`;
    verdicts.push({ rule: "connects", outcome: "passed", sentence, evidence: [] });
  }
  const failures: RuleVerdict[] = [];
  for (const [name, { method, items, failed }] of entriesOf(lists)) {
    const verdict = (outcome: Outcome, sentence: string): RuleVerdict => ({
      rule: "lists",
      outcome,
      subject: method,
      sentence,
      evidence: [],
    });
    if (!failed || isOptionalListError(method, failed.code)) {
      const sentence = `${listText(name, items)} ${nounText(items.length, "was", "were")} read.`;
      verdicts.push(verdict("passed", sentence));
    } else {
      const isBackend = failed.code === internalErrorCode;
      failures.push(verdict(isBackend ? "could-not-run" : "violation", unreadText(failed)));
    }
  }
  const { tools } = lists;
  // of a part of the list, a limit would seem to hold
  if (tools && !tools.failed) verdicts.push(...definitionVerdicts(tools.items, maxTokens));
  else if (maxTokens !== undefined) {
    verdicts.push({
      rule: "definition-tokens",
      outcome: tools?.failed || failure ? "could-not-run" : "not-applicable",
      subject: "tools/list",
      sentence: "The definitions of the tools were not counted, because there is no whole list.",
      evidence: [],
    });
  }
  verdicts.push(...failures);
  if (failure) {
    verdicts.push({
      rule: "connects",
      outcome: "could-not-run",
      subject: "connecting",
      sentence: failedText(failure.failure, failure.status),
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
  lists: ServerCheck["lists"],
): void {
  const { print, styled } = terminal;
  const { title, server, verdicts } = report;
  print(styled("bold", escapeForTerminal(title)));
  if (server) {
    const numbers = entriesOf(lists).map(([name, { items }]) => listText(name, items));
    const name = escapeForTerminal(`${server.name} ${server.version}`.trim());
    print([name, escapeForTerminal(server.revision), server.transport, ...numbers].join(" · "));
  }
  const isOfDefinitions = ({ rule, outcome }: RuleVerdict) =>
    outcome === "passed" && (rule === "definition-tokens" || rule.startsWith("fits-"));
  for (const { sentence } of verdicts.filter(isOfDefinitions)) {
    print(styled("dim", escapeForTerminal(sentence)));
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

/** Why a list was not read. */
function unreadText({ code, error, failure, status }: Reply): string {
  if (failure) return failedText(failure);
  const isBackend = code === internalErrorCode;
  const hint = status === 401 ? ` ${tokenHint}` : "";
  const subject = isBackend ? "The server's backend failed: it" : "The server";
  return onOneLine(`${subject} answered with error ${code}: ${shortText(error ?? "")}`) + hint;
}

/** @param status of the last response */
function failedText(failure: Failure, status?: number): string {
  const isSaid = failure.code === "http-status" || failure.code === "not-authorized";
  const hint = status === 401 && !isSaid ? ` ${tokenHint}` : "";
  const quote = failureQuote(failure);
  const title = quote ? ` ${quote.title}` : "";
  const advice = failureAdvice(failure);
  return [
    `${onOneLine(failureSentence(failure))}${hint}${title}`,
    ...(quote?.lines ?? []),
    ...(advice ? [advice] : []),
  ].join("\n");
}

const onOneLine = (text: string) => text.replaceAll("\n", "\\u{a}");

/** Sentences printed per rule. */
const maxPerRule = 5;

const entriesOf = (lists: ServerCheck["lists"]) =>
  Object.entries(lists) as [ListName, ExaminedList][];

function listText(name: ListName, items: readonly unknown[]): string {
  return countText(items.length, itemNames[name]);
}

/** Of each list its items in singular. */
const itemNames: Readonly<Record<ListName, string>> = {
  tools: "tool",
  prompts: "prompt",
  resources: "resource",
  resourceTemplates: "resource template",
  skills: "skill",
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
