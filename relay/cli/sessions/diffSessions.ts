/** `mcp-playground diff`: compares two recorded sessions, such as of two clients or two versions of a server. */
import { countText } from "../../../shared/core/countText.ts";
import { membersOf } from "../../../shared/core/json/jsonObject.ts";
import {
  changedValueText,
  differenceHeadings,
  sessionDifferenceText,
} from "../../../shared/messages/sessionDifferenceText.ts";
import {
  compareSessions,
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

/** Changes of one difference that are printed. */
const maxPrinted = 5;

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
    print(styled("yellow", differenceHeadings[kind]));
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
  const { changes = [] } = difference;
  const head = sessionDifferenceText(difference);
  const lines = changes.slice(0, maxPrinted).map(({ pointer, before, after }) => {
    return `  ${pointer || "/"}: ${changedValueText(before)} → ${changedValueText(after)}`;
  });
  const more = changes.length - lines.length;
  return [
    ...(head === "" ? [] : [head]),
    ...lines,
    ...(more > 0 ? [`  … and ${countText(more, "more change", "more changes")}`] : []),
  ];
}
