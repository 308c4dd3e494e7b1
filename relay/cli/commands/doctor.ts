/** `mcp-playground doctor`: finds out why a server cannot be connected to. */
import type { Connected } from "../../../shared/client/connected.ts";
import { sleep, systemClock } from "../../../shared/core/clock.ts";
import type { Diagnosis } from "../../../shared/doctor/cause.ts";
import { diagnoseHttp } from "../../../shared/doctor/diagnose.ts";
import { diagnoseProcess, readOutput } from "../../../shared/doctor/diagnoseProcess.ts";
import { maximumRequests } from "../../../shared/doctor/doctorRequests.ts";
import type { EventLog } from "../../../shared/log/eventLog.ts";
import { createRecorder } from "../../../shared/log/recorder.ts";
import { allFrameworkWords } from "../../../shared/messages/doctorFixes.ts";
import type { Failure } from "../../../shared/protocol/failures/failure.ts";
import { maskedAddress } from "../../../shared/recording/maskTarget.ts";
import { createEvidence } from "../../../shared/report/logEvidence.ts";
import type { DoctorArguments } from "../arguments/doctorArguments.ts";
import { type CommandClientOptions, withServer } from "../connection/commandClient.ts";
import { createLocalFetches } from "../connection/localLink.ts";
import type { ResolvedServer } from "../connection/resolveServer.ts";
import { serverOfCommand } from "../connection/serverOfCommand.ts";
import { CommandError, type ExitCode, exitCodes } from "../exitCode.ts";
import { artifactOf, deliverReport } from "../reports/deliverReport.ts";
import { doctorVerdicts, printDiagnosis } from "../reports/doctorReport.ts";
import { reportOfCommand } from "../reports/reportOfCommand.ts";
import { createMask } from "../secretMask.ts";
import { escapeForTerminal, maskedTerminal, type Terminal } from "../terminal.ts";

/** The origin for which CORS is examined where none is named: the one of a local playground. */
const usualOrigin = "http://localhost:6280";

/** Connects as any client does, then probes what the result leaves open. */
export async function doctor(wanted: DoctorArguments, terminal: Terminal): Promise<ExitCode> {
  const framework = wanted.fix?.toLowerCase();
  const frameworks = allFrameworkWords();
  if (framework !== undefined && !frameworks.includes(framework)) {
    throw new CommandError(
      escapeForTerminal(`--fix ${framework} is not known. Known are ${frameworks.join(", ")}.`),
    );
  }
  // the facts about clients are loaded where they are asked for
  const ofClients =
    wanted.clients.length > 0 ? await import("../compat/diagnosedClients.ts") : undefined;
  const clients = ofClients?.clientsOf(wanted.clients) ?? [];
  const { target, headers } = await serverOfCommand(wanted, terminal);
  const mask = createMask({ target, headers });
  const masked = maskedTerminal(terminal, mask);
  const startedAt = new Date();
  masked.showStatus("Connecting…");
  const { done, diagnosis } = await diagnoseServer({ ...wanted, target, headers }, masked);
  if (!diagnosis) return exitCodes.couldNotRun;
  const { results, requests } = diagnosis;
  const connected = "result" in done ? done.result : undefined;
  const server = connected && {
    name: connected.agreement.serverInfo?.name ?? "",
    version: connected.agreement.serverInfo?.version ?? "",
    revision: connected.agreement.revision,
    transport: connected.transport.kind,
  };
  const evidenceOf = createEvidence(done.log, mask);
  const judged = await ofClients?.judgeDiagnosed(done.log, server, target, clients);
  const report = reportOfCommand({
    examination: "doctor",
    title: maskedAddress(target),
    startedAt,
    server,
    verdicts: [
      ...(await doctorVerdicts(results, evidenceOf)),
      ...((judged && (await ofClients?.diagnosedVerdicts(judged, evidenceOf))) ?? []),
    ],
    mask,
  });
  return deliverReport(report, wanted.report, {
    terminal,
    artifact: artifactOf(target),
    printText: (each) => {
      printDiagnosis(masked, each, { results, requests, framework });
      if (judged) ofClients?.printDiagnosed(masked, judged);
    },
  });
}

type DiagnosedServer = Partial<
  Pick<CommandClientOptions, "log" | "mayContact" | "signal" | "interrupt">
> &
  Pick<
    DoctorArguments,
    "revision" | "timeoutMs" | "withheld" | "as" | "record" | "watch" | "origin" | "paths"
  > &
  ResolvedServer;

/** @returns the diagnosis; undefined if it was cancelled before there was one */
export async function diagnoseServer(wanted: DiagnosedServer, terminal: Terminal) {
  let diagnosis: Diagnosis | undefined;
  let lateFailure: Failure | undefined;
  const done = await withServer(
    {
      ...wanted,
      connectionId: "doctor",
      // the doctor examines what a client without credentials meets
      signIn: undefined,
      async onClosed(log, end) {
        const failure = end.kind === "failed" ? end.failure : lateFailure;
        diagnosis = await diagnose({ wanted, failure, log, terminal });
      },
    },
    async (client) => {
      lateFailure = await useConnection(client, wanted.watch * 1000, wanted.signal);
      return client;
    },
  );
  return { done, diagnosis };
}

/**
 * Uses a session once, because some are lost at once, and watches its streams.
 * @returns why the server does not answer in the session
 */
async function useConnection(
  client: Connected,
  watchMs: number,
  signal: AbortSignal | undefined,
): Promise<Failure | undefined> {
  const { session, initializedFailure, transport } = client;
  if (initializedFailure) return initializedFailure;
  const method = client.offers("tools/list") ? "tools/list" : "ping";
  if (method === "tools/list" || session.era().kind === "legacy") {
    const outcome = await client.request(method, "{}", { initiator: { kind: "diagnosis" } }).done;
    if ("failure" in outcome) return outcome.failure;
  }
  if (transport.kind !== "stdio") await sleep(systemClock, watchMs, signal);
  return undefined;
}

interface Examined {
  readonly wanted: DiagnosedServer;
  readonly failure: Failure | undefined;
  readonly log: EventLog;
  readonly terminal: Terminal;
}

async function diagnose(examined: Examined): Promise<Diagnosis> {
  const { wanted, failure, log, terminal } = examined;
  const { target, headers } = wanted;
  const record = createRecorder(log, "doctor");
  if (target.kind === "stdio") {
    const output = await readOutput(log.snapshot().entries, log.read);
    return diagnoseProcess({ command: target.command, failure, ...output }, record);
  }
  const url = new URL(target.url);
  const host = escapeForTerminal(url.host);
  terminal.showStatus(
    `Sends up to ${maximumRequests} requests to ${host}; credentials go to no other origin…`,
  );
  const local = createLocalFetches(url);
  try {
    return await diagnoseHttp(
      {
        url,
        headers,
        failure,
        origin: wanted.origin ?? usualOrigin,
        isCorsRequired: wanted.origin !== undefined,
        page: undefined,
        relayFetch: local.fetch,
        namedFetch: local.namedFetch,
        triesPaths: wanted.paths,
        mayContact: wanted.mayContact ?? (() => true),
        date: Date.now,
        now: systemClock.now,
      },
      {
        record,
        clock: systemClock,
        newId: () => crypto.randomUUID(),
        timeoutMs: wanted.timeoutMs,
        signal: wanted.signal,
        entries: () => log.snapshot().entries,
      },
    );
  } finally {
    local.close();
  }
}
