/** `mcp-playground check`: checks a server's messages against the specification, without a page. */
import { formatCommandLine } from "../../../shared/config/commandLine.ts";
import { parseTarget, type Target } from "../../../shared/config/target.ts";
import type { Finding } from "../../../shared/lint/finding.ts";
import { isRevision, revisions } from "../../../shared/mcp/revisions.ts";
import { countText } from "../../../shared/messages/countText.ts";
import { findingText } from "../../../shared/messages/findingText.ts";
import type { Recording } from "../../../shared/recording/recording.ts";
import type { CheckArguments, CheckTarget } from "../arguments/commandArguments.ts";
import { escapeForTerminal, escapeJsonForTerminal, fail, say, styled } from "../terminal.ts";
import { checkRecording } from "./checkRecording.ts";
import { type Examination, type ExaminationFailure, examine } from "./examine.ts";
import { failureQuote, failureSentence, shortened, tokenHint } from "./failureSentence.ts";
import { readRecordingFile } from "./recordingFile.ts";

/** Checks a server and prints the findings; exit code 1 on violations or failures. */
export async function check(wanted: CheckArguments): Promise<void> {
  const { revision, headers, timeoutSeconds, isJson } = wanted;
  if (revision !== "auto" && !isRevision(revision)) {
    return fail(`Unknown revision ${revision}. Known revisions: auto, ${revisions.join(", ")}.`, 2);
  }
  const found = await targetOf(wanted.target);
  if (typeof found === "string") return fail(found);
  const chosen = revision === "auto" ? (found.revision ?? revision) : revision;
  const timeoutMs = timeoutSeconds * 1000;
  const examination = found.recording
    ? await checkRecording(found.recording)
    : await examine({ target: found.target, revision: chosen, headers, timeoutMs });
  const isBad =
    examination.failures.length > 0 ||
    examination.findings.some(({ severity }) => severity === "violation");
  if (isJson) {
    const findings = examination.findings.map((one) => ({ ...one, words: findingText(one) }));
    say(escapeJsonForTerminal({ ok: !isBad, ...examination, findings }));
  } else print(found.target, examination);
  process.exitCode = isBad ? 1 : 0;
}

interface Checked {
  readonly target: Target;
  readonly revision?: string;
  /** The recording whose messages are checked instead of the server. */
  readonly recording?: Recording;
}

/** What to check, or an error sentence. */
async function targetOf(wanted: CheckTarget): Promise<Checked | string> {
  if (wanted.kind === "stdio") return { target: wanted };
  if (wanted.kind === "http") {
    const parsed = parseTarget(wanted.url);
    return parsed.kind === "target" ? parsed : `"${wanted.url}" is not an http(s) URL.`;
  }
  const recording = await readRecordingFile(wanted.path);
  if (typeof recording === "string") return recording;
  const { server, revision, entries = [] } = recording;
  const { env } = wanted;
  if (entries.length > 0) {
    return env
      ? `${wanted.path} holds messages, which are checked without starting a server: leave --env out.`
      : { target: server, recording };
  }
  if (env && server.kind === "http") {
    return `${wanted.path} is a recording of an HTTP server: --env is for stdio servers.`;
  }
  return {
    target: { ...server, ...(env && { env }) },
    ...(revision === undefined ? {} : { revision }),
  };
}

function print(target: Target, { revision, transport, server, ...rest }: Examination): void {
  const { counts, failures, findings } = rest;
  const what = target.kind === "http" ? target.url : formatCommandLine(target.command, target.args);
  say(styled("bold", escapeForTerminal(what)));
  if (server && revision) {
    const numbers = Object.entries(counts).map(([member, count]) =>
      countText(count, ...(listNames[member] ?? [member, member])),
    );
    const name = escapeForTerminal(`${server.name} ${server.version}`.trim());
    say([name, escapeForTerminal(revision), transport, ...numbers].filter(Boolean).join(" · "));
  }
  for (const failed of failures) printFailure(failed);
  for (const [key, group] of groupsOf(findings)) {
    const [first] = group;
    if (!first) continue;
    const times = group.length > 1 ? ` (${group.length} times)` : "";
    const methods = [...new Set(group.flatMap(({ method }) => method ?? []))].join(", ");
    say("");
    say(
      `${styled(colours[first.severity], first.severity)} ${key}${times}${methods ? ` in ${escapeForTerminal(methods)}` : ""}`,
    );
    for (const words of new Set(group.slice(0, maxPerRule).map(findingText))) {
      say(`  ${escapeForTerminal(words)}`);
    }
    if (group.length > maxPerRule) say(`  … and ${group.length - maxPerRule} more`);
    say(`  ${styled("dim", first.specUrl)}`);
  }
  const of = (severity: Finding["severity"]) =>
    findings.filter((finding) => finding.severity === severity).length;
  say("");
  const severities = ["violation", "warning", "note"] as const;
  say(severities.map((severity) => countText(of(severity), severity)).join(", "));
}

function printFailure({ at, failure, error, status }: ExaminationFailure): void {
  const why = error
    ? `The server answered with error ${error.code}: ${shortened(error.message)}`
    : failure
      ? failureSentence(failure)
      : "It was cancelled.";
  const isSaid = failure?.code === "http-status" || failure?.code === "not-authorized";
  const hint = status === 401 && !isSaid ? ` ${tokenHint}` : "";
  const quote = failure && failureQuote(failure);
  const title = quote ? ` ${quote.title}` : "";
  say(`${styled("red", "failed")} ${at}: ${escapeForTerminal(`${why}${hint}`)}${title}`);
  for (const line of quote?.lines ?? []) say(`  ${escapeForTerminal(line)}`);
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
