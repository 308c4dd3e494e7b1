/** `mcp-playground conform`: examines a server at all revisions that it speaks. */
import type { Target } from "../../../shared/config/target.ts";
import { conformFacts } from "../../../shared/conform/conformReport.ts";
import {
  type ConformOptions,
  type ConformResult,
  runConform,
  savedToolCalls,
} from "../../../shared/conform/runConform.ts";
import { scenarios } from "../../../shared/conform/scenarios.ts";
import { systemClock } from "../../../shared/core/clock.ts";
import { createEventLog, type EventLog } from "../../../shared/log/eventLog.ts";
import { createRecorder } from "../../../shared/log/recorder.ts";
import type { Header } from "../../../shared/protocol/headers.ts";
import { isRevision } from "../../../shared/protocol/revisions.ts";
import { maskedAddress } from "../../../shared/recording/maskTarget.ts";
import type { RuleVerdict } from "../../../shared/report/examinationReport.ts";
import { createEvidence } from "../../../shared/report/logEvidence.ts";
import { validate } from "../../../shared/schema/validate/validate.ts";
import type { ConformArguments } from "../arguments/conformArguments.ts";
import {
  actAsNamed,
  createCommandClient,
  createInterrupt,
  type Interrupt,
} from "../connection/commandClient.ts";
import {
  fetchWithHost,
  fetchWithin,
  type MayContact,
} from "../connection/openCommandLineTransport.ts";
import type { RecordedCommand } from "../connection/recordFile.ts";
import { serverOfCommand } from "../connection/serverOfCommand.ts";
import { type ExitCode, exitCodes } from "../exitCode.ts";
import { printConformReport, printNotExamined } from "../reports/conformText.ts";
import { artifactOf, deliverReport } from "../reports/deliverReport.ts";
import { connectSentence } from "../reports/failureSentence.ts";
import { reportOfCommand } from "../reports/reportOfCommand.ts";
import { createMask, type SecretMask } from "../secretMask.ts";
import { maskedTerminal, type Terminal } from "../terminal.ts";
import { readCollectionFile } from "./inputFiles.ts";
import { withTimeLimit } from "./withTimeLimit.ts";

/** A tool that takes longer is not judged. */
const maxCallSeconds = 5;
/** Milliseconds for the check of a value against a schema of the server. */
const schemaLimitMs = 2000;

export async function conform(wanted: ConformArguments, terminal: Terminal): Promise<ExitCode> {
  if (!wanted.target) return printScenarios(terminal);
  const unknown = [...(wanted.only ?? [])].find((id) => !scenarios.some((each) => each.id === id));
  if (unknown !== undefined) {
    const reason = `There is no test "${unknown}". --list prints all.`;
    return terminal.fail(reason, exitCodes.wrongUsage);
  }
  const server = await serverOfCommand({ ...wanted, target: wanted.target }, terminal);
  const savedCalls =
    wanted.calls === undefined ? [] : savedToolCalls(readCollectionFile(wanted.calls).calls);
  const { target, headers } = server;
  const mask = createMask(server);
  const masked = maskedTerminal(terminal, mask);
  const startedAt = new Date();
  const log = createEventLog({ now: systemClock.now });
  const examined = { ...wanted, ...server };
  const result = await examineServer(examined, { savedCalls, log, terminal: masked, mask });
  const found = await conformFacts(result, createEvidence(log, mask));
  const verdicts: RuleVerdict[] =
    result.facts.length > 0 ? [...found.verdicts] : [notConnected(result, wanted)];
  if (wanted.official) {
    const { runOfficialSuite } = await import("./officialSuite.ts");
    verdicts.push(...(await runOfficialSuite(target, result.facts, masked)));
  }
  if (wanted.record !== undefined) {
    const secrets = [...headers.map(([, value]) => value), ...mask.added()];
    await record(wanted.record, { target, log, secrets }, result);
  }
  const report = reportOfCommand({
    ...found,
    examination: "conform",
    title: maskedAddress(target),
    startedAt,
    verdicts,
    mask,
  });
  return deliverReport(report, wanted.report, {
    terminal,
    artifact: artifactOf(target),
    only: wanted.only,
    printText(each) {
      printConformReport(masked, each);
      printNotExamined(masked, result);
    },
  });
}

interface Examined
  extends Pick<
    ConformArguments,
    "revision" | "timeoutMs" | "only" | "allowCalls" | "authorize" | "as" | "withheld"
  > {
  readonly target: Target;
  readonly headers: readonly Header[];
}

interface ExamineContext {
  readonly savedCalls: ConformOptions["savedCalls"];
  readonly log: EventLog;
  readonly terminal: Terminal;
  readonly mask: SecretMask;
  /** Whether stored credentials are used; they are by default. */
  readonly usesCredentials?: boolean;
  /** Limits requests and redirects to some origins. */
  readonly mayContact?: MayContact;
  /** Ends the examination, as an interrupt does. */
  readonly signal?: AbortSignal;
  /** Shared by what is open at the same time; its own by default. */
  readonly interrupt?: Interrupt;
  /** What the ids of its connections in the log begin with. */
  readonly idPrefix?: string;
}

/** Runs the scenarios; an interrupt ends what was started. */
export async function examineServer(
  wanted: Examined,
  context: ExamineContext,
): Promise<ConformResult> {
  const { savedCalls, log, terminal, mask, signal, idPrefix = "conform" } = context;
  const { timeoutMs } = wanted;
  const acting = await actAsNamed(wanted);
  const signIn =
    context.usesCredentials === false ? undefined : { terminal, isWanted: wanted.authorize, mask };
  const open = new Set<() => Promise<void>>();
  const control = new AbortController();
  const end = async () => {
    control.abort();
    await Promise.all([...open].map((close) => close()));
  };
  const removeClose = (context.interrupt ?? createInterrupt()).add(end);
  const stop = () => void end();
  if (signal?.aborted) control.abort();
  signal?.addEventListener("abort", stop, { once: true });
  const initiator = { kind: "examination" } as const;
  let count = 0;
  try {
    return await runConform({
      createConnection(revision) {
        const connectionId = `${idPrefix}-${++count}`;
        const { client, http, closeLink } = createCommandClient({
          ...acting,
          mayContact: context.mayContact,
          revision,
          connectionId,
          log,
          initiator,
          signIn,
        });
        const close = async () => {
          await client.close();
          await closeLink();
          open.delete(close);
        };
        open.add(close);
        const raw = http && {
          ...http,
          fetch: fetchWithin(fetchWithHost, context.mayContact),
          record: createRecorder(log, rawId(connectionId), initiator),
        };
        return { client: { connect: client.connect, close }, connectionId, http: () => raw };
      },
      log,
      clock: systemClock,
      revisions: isRevision(wanted.revision) ? [wanted.revision] : undefined,
      only: wanted.only,
      allowsCalls: wanted.allowCalls,
      savedCalls,
      canSetOrigin: true,
      async firstMisfit(schema, text) {
        const verdict = withTimeLimit(() => validate(schema, text), schemaLimitMs);
        return verdict?.kind === "checked" ? verdict.problems[0]?.pointer : undefined;
      },
      timeoutMs,
      callTimeoutMs: Math.min(timeoutMs, maxCallSeconds * 1000),
      signal: control.signal,
      onRevision: (revision) => terminal.showStatus(`${revision}: connecting…`),
      onVerdict: ({ revision, scenario }) => terminal.showStatus(`${revision}: ${scenario.id}`),
    });
  } finally {
    signal?.removeEventListener("abort", stop);
    // what it has started has ended when it is over
    if (control.signal.aborted) await end();
    removeClose();
  }
}

function notConnected({ failures }: ConformResult, { revision }: ConformArguments): RuleVerdict {
  const last = failures.at(-1);
  return {
    rule: "connects",
    outcome: "could-not-run",
    sentence:
      last?.failure === undefined && isRevision(revision)
        ? `The server does not speak ${revision}.`
        : connectSentence(last?.failure),
    evidence: [],
  };
}

/** The id of raw requests in the log. */
const rawId = (connectionId: string) => `${connectionId}-raw`;

async function record(
  path: string,
  recorded: Omit<RecordedCommand, "connections">,
  { facts }: ConformResult,
) {
  const { writeRecordingFile } = await import("../connection/recordFile.ts");
  const connections = new Map(
    facts.flatMap((each) => [
      [each.connectionId, each] as const,
      [rawId(each.connectionId), undefined] as const,
    ]),
  );
  await writeRecordingFile(path, { ...recorded, connections });
}

function printScenarios({ print, styled }: Terminal): ExitCode {
  const width = Math.max(...scenarios.map(({ id }) => id.length));
  for (const { id, title, sends, level } of scenarios) {
    const note = level === "should" ? "warning" : "";
    print(`${id.padEnd(width)}  ${title}${note && ` (${note})`}`);
    print(styled("dim", `${" ".repeat(width)}  sends ${sends}`));
  }
  return exitCodes.passed;
}
