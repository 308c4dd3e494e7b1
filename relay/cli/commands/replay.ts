/** `mcp-playground replay`: sends the requests of a recording to a server and prints what differs. */
import { readFileSync } from "node:fs";
import { systemClock } from "../../../shared/core/clock.ts";
import { createEventLog, type EventLog } from "../../../shared/log/eventLog.ts";
import { isRevision, revisions } from "../../../shared/mcp/revisions.ts";
import { restoreEntries } from "../../../shared/recording/entries/restoreEntries.ts";
import type { Recording } from "../../../shared/recording/recording.ts";
import { compareAnswers } from "../../../shared/recording/replay/compareAnswers.ts";
import { destructiveTools } from "../../../shared/recording/replay/effects.ts";
import { planReplay, type ReplayStep } from "../../../shared/recording/replay/planReplay.ts";
import {
  type RecordedAnswers,
  readRecordedAnswers,
} from "../../../shared/recording/replay/recordedAnswers.ts";
import { replaySteps, type StepResult } from "../../../shared/recording/replay/replaySteps.ts";
import {
  defaultRules,
  type ReplayRules,
  readRules,
} from "../../../shared/recording/replay/rules.ts";
import type { ReplayArguments } from "../arguments/commandArguments.ts";
import { escapeForTerminal, fail } from "../terminal.ts";
import { createCommandClient } from "./commandClient.ts";
import { failureSentence } from "./failureSentence.ts";
import { readRecordingFile } from "./recordingFile.ts";
import { printReplayed, type ReplayedStep } from "./replayReport.ts";

/** Replays a recording; exit code 1 if an answer differs or a request was not answered. */
export async function replay(wanted: ReplayArguments): Promise<void> {
  const { path, revision, rulesPath, from, to } = wanted;
  if (revision !== "auto" && !isRevision(revision)) {
    return fail(`Unknown revision ${revision}. Known revisions: auto, ${revisions.join(", ")}.`, 2);
  }
  const recording = await readRecordingFile(path);
  if (typeof recording === "string") return fail(recording);
  const rules = rulesOf(rulesPath);
  if (typeof rules === "string") return fail(rules);
  const { log, ids } = await logOf(recording);
  const all = await planReplay(log, ids);
  const steps = all.slice(from - 1, to);
  if (steps.length === 0) {
    return fail(
      all.length === 0
        ? `${path} holds no requests that can be replayed.`
        : `${path} holds ${all.length} requests: choose --from and --to among them.`,
    );
  }
  const answers = await readRecordedAnswers(log, ids);
  const results = await run(wanted, recording, steps, answers);
  if (typeof results === "string") return fail(escapeForTerminal(results));
  const replayed = steps.map((step, index): ReplayedStep => {
    const result = results.get(step) ?? { kind: "cancelled" };
    const comparison =
      result.kind === "answered" && step.recorded !== undefined
        ? compareAnswers(step.recorded, result.fresh, rules)
        : undefined;
    return { number: from + index, step, result, comparison };
  });
  process.exitCode = printReplayed(replayed, wanted.isJson) ? 0 : 1;
}

function rulesOf(path: string | undefined): ReplayRules | string {
  let text = defaultRules;
  try {
    if (path !== undefined) text = readFileSync(path, "utf8");
  } catch {
    return `The file ${path} cannot be read.`;
  }
  const { rules, problems } = readRules(text);
  const [first] = problems;
  return first ? `${path}, line ${first.line} is not a rule: ${first.text}` : rules;
}

/** Restores the recording into a log. */
async function logOf(recording: Recording): Promise<{ log: EventLog; ids: readonly string[] }> {
  const log = createEventLog({ now: systemClock.now });
  const [first = "1"] = (recording.connections ?? []).map(({ id }) => id);
  let exchanges = 0;
  await restoreEntries(recording, {
    append: log.append,
    start: 0,
    connectionId: (id) => id ?? first,
    newExchangeId: () => String(exchanges++),
  });
  return { log, ids: (recording.connections ?? [{ id: first }]).map(({ id }) => id) };
}

/**
 * Sends the steps to the server.
 * @returns the result of each step that was reached; a sentence if the server could not be connected to
 */
async function run(
  wanted: ReplayArguments,
  recording: Recording,
  steps: readonly ReplayStep[],
  answers: RecordedAnswers,
): Promise<ReadonlyMap<ReplayStep, StepResult> | string> {
  const { timeoutSeconds, isDestructiveAllowed } = wanted;
  const timeoutMs = timeoutSeconds * 1000;
  const { client, closeLink } = createCommandClient({
    ...wanted,
    revision: wanted.revision === "auto" ? (recording.revision ?? "auto") : wanted.revision,
    timeoutMs,
    connectionId: "replay",
    capabilitiesText: JSON.stringify(capabilitiesOf(answers)),
    maximumRounds: () => 20,
    answerInput: (input) => {
      const answer = answers.next(input);
      const used = answers.methods.has(input.method);
      return answer ? Promise.resolve(answer) : used ? Promise.resolve(noAnswer) : undefined;
    },
  });
  try {
    const connected = await client.connect();
    if (connected.kind !== "connected") {
      return connected.kind === "failed" ? failureSentence(connected.failure) : "It was cancelled.";
    }
    const { items: tools } = await connected.list("tools/list", "tools");
    const destructive = isDestructiveAllowed ? new Set<string>() : destructiveTools(steps, tools);
    const results = new Map<ReplayStep, StepResult>();
    await replaySteps({
      client: connected,
      steps,
      maySend: ({ request: { method, subject } }) =>
        method !== "tools/call" || subject === undefined || !destructive.has(subject),
      signal: new AbortController().signal,
      onEnd: (step, result) => void results.set(step, result),
    });
    return results;
  } finally {
    await client.close();
    await closeLink();
  }
}

const noAnswer = {
  kind: "error",
  text: '{"code":-1,"message":"The recording contains no further answer"}',
} as const;

/** Declares what the recorded user answered. */
function capabilitiesOf({ methods }: RecordedAnswers): object {
  return {
    ...(methods.has("sampling/createMessage") ? { sampling: {} } : {}),
    ...(methods.has("elicitation/create") ? { elicitation: {} } : {}),
    ...(methods.has("roots/list") ? { roots: {} } : {}),
  };
}
