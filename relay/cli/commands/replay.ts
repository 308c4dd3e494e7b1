/** `mcp-playground replay`: sends the requests of a recording to a server and prints what differs. */
import { declineInput } from "../../../shared/client/input/declineInput.ts";
import type { ServerInput } from "../../../shared/client/input/serverInput.ts";
import type { SavedCall } from "../../../shared/collections/collection.ts";
import { type CallResult, runCalls } from "../../../shared/collections/runCalls.ts";
import { systemClock } from "../../../shared/core/clock.ts";
import { createEventLog, type EventLog } from "../../../shared/log/eventLog.ts";
import { isRevision } from "../../../shared/protocol/revisions.ts";
import { needsConsent } from "../../../shared/protocol/toolHints.ts";
import { restoreEntries } from "../../../shared/recording/entries/restoreEntries.ts";
import type { Recording } from "../../../shared/recording/recording.ts";
import { planReplay } from "../../../shared/recording/replay/planReplay.ts";
import {
  type RecordedAnswers,
  readRecordedAnswers,
} from "../../../shared/recording/replay/recordedAnswers.ts";
import { readRecordedCapabilities } from "../../../shared/recording/replay/recordedCapabilities.ts";
import { placeholderVariables, replayCall } from "../../../shared/recording/replay/replayCalls.ts";
import type { ReplayArguments } from "../arguments/replayArguments.ts";
import type { SignInOptions } from "../connection/commandAuthorizer.ts";
import { withServer } from "../connection/commandClient.ts";
import type { ResolvedServer } from "../connection/resolveServer.ts";
import { serverOfCommand } from "../connection/serverOfCommand.ts";
import { type ExitCode, exitCodes } from "../exitCode.ts";
import { connectSentence } from "../reports/failureSentence.ts";
import { printReplayed, type ReplayedStep } from "../reports/replayReport.ts";
import { createMask } from "../secretMask.ts";
import { escapeForTerminal, maskedTerminal, type Terminal } from "../terminal.ts";
import { readRecordingFile, readRulesFile } from "./inputFiles.ts";
import { timedChecks } from "./timedChecks.ts";

/** Replays a recording, and prints which answers differ. */
export async function replay(wanted: ReplayArguments, terminal: Terminal): Promise<ExitCode> {
  const { path, rules: rulesPath, from, to } = wanted;
  const recording = await readRecordingFile(path);
  const checks = timedChecks(wanted.timeoutMs, readRulesFile(rulesPath));
  const { log, ids } = await logOf(recording);
  const all = await planReplay(log, ids);
  const steps = all.slice(from - 1, to);
  if (steps.length === 0) {
    return terminal.fail(
      all.length === 0
        ? `${path} holds no requests that can be replayed.`
        : `${path} holds ${all.length} requests: choose --from and --to among them.`,
      exitCodes.wrongUsage,
    );
  }
  const calls = steps.map(replayCall);
  const answers = await readRecordedAnswers(log, ids);
  const server = await serverOfCommand(wanted, terminal);
  const mask = createMask(server);
  const masked = maskedTerminal(terminal, mask);
  masked.showStatus("Connecting…");
  const capabilitiesText =
    (await readRecordedCapabilities(log, ids)) ??
    JSON.stringify(recording.connections?.[0]?.clientCapabilities ?? answeredCapabilities(answers));
  const results = await run(
    wanted,
    { server, recording, calls, checks, answers, capabilitiesText },
    { terminal: masked, mask },
  );
  if (typeof results === "string") {
    return masked.fail(escapeForTerminal(results), exitCodes.couldNotRun);
  }
  const replayed = steps.map((step, index): ReplayedStep => {
    const result = results.get(calls[index]) ?? { kind: "cancelled" };
    return { number: from + index, step, result };
  });
  const isSame = printReplayed(masked, replayed, wanted.json);
  return isSame ? exitCodes.passed : exitCodes.violations;
}

async function logOf(recording: Recording): Promise<{ log: EventLog; ids: readonly string[] }> {
  const log = createEventLog({ now: systemClock.now });
  const [first = "1"] = (recording.connections ?? []).map(({ id }) => id);
  let exchanges = 0;
  restoreEntries(recording, {
    append: log.append,
    start: 0,
    connectionId: (id) => id ?? first,
    newExchangeId: () => String(exchanges++),
  });
  return { log, ids: (recording.connections ?? [{ id: first }]).map(({ id }) => id) };
}

interface Session {
  readonly server: ResolvedServer;
  readonly recording: Recording;
  readonly calls: readonly SavedCall[];
  readonly checks: ReturnType<typeof timedChecks>;
  readonly answers: RecordedAnswers;
  /** The JSON text of the client capabilities to declare: servers offer other tools for others. */
  readonly capabilitiesText: string;
}

/**
 * Sends the calls to the server.
 * @returns the result of each call that was reached; a sentence if the server could not be connected to
 */
async function run(
  wanted: ReplayArguments,
  { server, recording, calls, checks, answers, capabilitiesText }: Session,
  { terminal, mask }: Pick<SignInOptions, "terminal" | "mask">,
): Promise<ReadonlyMap<SavedCall | undefined, CallResult> | string> {
  const { allowDestructive } = wanted;
  const options = {
    ...wanted,
    ...server,
    revision: wanted.revision === "auto" ? recordedRevision(recording) : wanted.revision,
    connectionId: "replay",
    signIn: { terminal, isWanted: wanted.authorize, mask },
    capabilitiesText,
    answerInput: (input: ServerInput) => {
      const answer =
        answers.next(input) ?? (answers.methods.has(input.method) ? noAnswer : undefined);
      return answer ? Promise.resolve(answer) : declineInput(input);
    },
  };
  const done = await withServer(options, async (client) => {
    const results = new Map<SavedCall | undefined, CallResult>();
    await runCalls({
      client,
      calls,
      variables: placeholderVariables(calls),
      initiator: { kind: "replay" },
      maySend: (tool) => allowDestructive || !needsConsent(tool, "recording"),
      ...checks,
      signal: new AbortController().signal,
      onBegin: ({ item }) => terminal.showStatus(`sending ${escapeForTerminal(item)}`),
      onEnd: (call, result) => void results.set(call, result),
    });
    return results;
  });
  return "result" in done ? done.result : connectSentence(done.failure);
}

/** The recording's revision, if it is a known one. */
function recordedRevision({ revision }: Recording): string {
  return revision !== undefined && isRevision(revision) ? revision : "auto";
}

const noAnswer = {
  kind: "error",
  text: '{"code":-1,"message":"The recording contains no further answer"}',
} as const;

function answeredCapabilities({ methods }: RecordedAnswers): object {
  return {
    ...(methods.has("sampling/createMessage") ? { sampling: {} } : {}),
    ...(methods.has("elicitation/create") ? { elicitation: {} } : {}),
    ...(methods.has("roots/list") ? { roots: {} } : {}),
  };
}
