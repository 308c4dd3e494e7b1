/** `mcp-playground diff`: compares two recorded sessions, such as of two clients or two versions of a server. */
import { countText } from "../../../shared/core/countText.ts";
import { membersOf } from "../../../shared/core/json/jsonObject.ts";
import { shortened } from "../../../shared/core/text/shortened.ts";
import {
  compareSessions,
  type DifferenceKind,
  differenceKinds,
  type SessionComparison,
  type SessionDifference,
} from "../../../shared/recording/difference/compareSessions.ts";
import { maskAgain } from "../../../shared/recording/maskAgain.ts";
import { maskedAddress } from "../../../shared/recording/maskTarget.ts";
import type { Recording } from "../../../shared/recording/recording.ts";
import type { DiffArguments } from "../arguments/diffArguments.ts";
import { readRecordingFile, readRulesFile } from "../commands/inputFiles.ts";
import { timedChecks } from "../commands/timedChecks.ts";
import { CommandError, type ExitCode, exitCodes } from "../exitCode.ts";
import { escapeForTerminal, type Terminal } from "../terminal.ts";

/** The format of the JSON. */
const diffFormat = "mcp-playground-diff/1";

/** @returns 0 if they are the same, 1 if they differ, 3 if some messages cannot be compared */
export async function diffSessions(
  { first, second, ignored, rules, json }: DiffArguments,
  terminal: Terminal,
): Promise<ExitCode> {
  const { compare } = timedChecks(0, readRulesFile(rules));
  const [one, other] = [await readMessages(first), await readMessages(second)];
  const compareTexts = async (before: string, after: string) => {
    const comparison = await compare?.(before, after, []);
    if (!comparison) throw new Error("There is no comparison");
    return comparison;
  };
  const compared = await compareSessions(one, other, compareTexts, ignored);
  const { isSame, differences, counts, pairs, notCompared } = compared;
  if (json) {
    const sides = { first: factsOf(first, one), second: factsOf(second, other) };
    const report = {
      ...{ format: diffFormat, same: isSame && notCompared === 0, ...sides },
      ...{ pairs, notCompared, counts, differences },
    };
    terminal.write(`${JSON.stringify(report, undefined, 2)}\n`);
  } else printDifferences(terminal, [first, second], [one, other], compared);
  if (!isSame) return exitCodes.violations;
  return notCompared > 0 ? exitCodes.couldNotRun : exitCodes.passed;
}

async function readMessages(path: string): Promise<Recording> {
  const recording = await readRecordingFile(path);
  if (recording.entries?.some(({ kind }) => kind === "message")) return maskAgain(recording);
  throw new CommandError(`${path} holds no messages, so there is nothing to compare.`);
}

function factsOf(path: string, { server, connections = [] }: Recording) {
  const [connection] = connections;
  return {
    file: path,
    target: maskedAddress(server),
    client: nameIn(connection?.clientInfo),
    server: nameIn(connection?.serverInfo),
    revision: connection?.revision ?? null,
  };
}

function nameIn(info: unknown): string | null {
  const { name, version } = membersOf(info);
  const words = [name, version].filter((word) => typeof word === "string");
  return words.length > 0 ? words.join(" ") : null;
}

/** How each kind is headed, and counted. */
const headings: Readonly<Record<DifferenceKind, string>> = {
  client: "The client declares something else",
  server: "The server declares something else",
  "only-first": "Only in the first session",
  "only-second": "Only in the second session",
  arguments: "Asked with other arguments",
  outcome: "Answered in one, not in the other",
  definitions: "Described differently by the server",
  answers: "Answered differently",
  order: "Asked in another order",
};

const outcomeWords: Readonly<Record<string, string>> = {
  result: "a result",
  "tool-error": "an error of the tool",
  error: "an error",
  none: "no answer",
};

/** Changes of one difference that are printed, and characters of a value. */
const [maxPrinted, maxValue] = [5, 120];

function printDifferences(
  { print, styled }: Terminal,
  paths: readonly string[],
  recordings: readonly Recording[],
  { differences, counts, pairs, notCompared }: SessionComparison,
): void {
  recordings.forEach((recording, index) => {
    const { client, server, revision } = factsOf("", recording);
    const sides = `${client ?? "?"} → ${server ?? maskedAddress(recording.server)}`;
    const line = [paths[index], sides, revision].filter(Boolean).join(" · ");
    print(styled("bold", escapeForTerminal(line)));
  });
  for (const [kind, group] of Map.groupBy(differences, (each) => each.kind)) {
    print("");
    print(styled("yellow", headings[kind]));
    for (const each of group) {
      for (const line of linesOf(each)) print(`  ${escapeForTerminal(line)}`);
    }
  }
  print("");
  if (notCompared > 0) {
    const messages = countText(notCompared, "message");
    print(`${messages} without a comparison: no JSON, or nested too deeply.`);
  }
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const parts = differenceKinds.flatMap((kind) =>
    counts[kind] > 0 ? [`${counts[kind]} ${kind}`] : [],
  );
  const same = `${countText(pairs, "request")} in both`;
  print(
    total === 0
      ? `${notCompared > 0 ? "Otherwise the same" : "The same"}: ${same}.`
      : `${countText(total, "difference")} (${parts.join(", ")}), ${same}.`,
  );
}

function linesOf(difference: SessionDifference): readonly string[] {
  const { kind, method, subject, count, params, changes = [], outcomes, from } = difference;
  const by = from === "server" && method !== "" ? " from the server" : "";
  const times = count > 1 ? ` (${count} times)` : "";
  const args = params === undefined || params === "{}" ? "" : ` ${shortened(params, maxValue)}`;
  const [before = "", after = ""] = outcomes ?? [];
  const how =
    kind === "outcome"
      ? `: ${outcomeWords[before]}, then ${outcomeWords[after]}`
      : kind === "order"
        ? `: after ${before} in the first session, before it in the second`
        : "";
  const head = `${`${method} ${subject}`.trim()}${by}${times}${args}${how}`;
  const lines = changes.slice(0, maxPrinted).map(({ pointer, before: old, after: now }) => {
    return `  ${pointer || "/"}: ${valueText(old)} → ${valueText(now)}`;
  });
  const more = changes.length - lines.length;
  return [
    ...(head === "" ? [] : [head]),
    ...lines,
    ...(more > 0 ? [`  … and ${countText(more, "more change", "more changes")}`] : []),
  ];
}

const valueText = (value: string | undefined) =>
  value === undefined ? "nothing" : shortened(value.replace(/\s+/g, " "), maxValue);
