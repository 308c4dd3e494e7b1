/** `mcp-playground check --client`: says what the client of a recording did, such as that of a tap. */
import { compareKnownClient } from "../../../shared/clients/seen/knownClient.ts";
import { clientVerdicts } from "../../../shared/conform/clientVerdicts.ts";
import { membersOf } from "../../../shared/core/json/jsonObject.ts";
import type { MessageEntry } from "../../../shared/log/entry.ts";
import { entryAt } from "../../../shared/log/eventLog.ts";
import { messageText } from "../../../shared/log/messageText.ts";
import { latest } from "../../../shared/protocol/revisions.ts";
import { maskedAddress } from "../../../shared/recording/maskTarget.ts";
import { createEvidence } from "../../../shared/report/logEvidence.ts";
import { readActFacts } from "../../../shared/taps/acts/actFacts.ts";
import { readClientActs } from "../../../shared/taps/clientActs.ts";
import type { ReportOptions } from "../arguments/reportArguments.ts";
import { checkRecording } from "../commands/checkServer.ts";
import { readRecordingFile } from "../commands/inputFiles.ts";
import { CommandError, type ExitCode } from "../exitCode.ts";
import { printClientReport } from "../reports/clientReport.ts";
import { deliverReport } from "../reports/deliverReport.ts";
import { knownClientVerdicts, printProfileChange } from "../reports/knownClientReport.ts";
import { reportOfCommand } from "../reports/reportOfCommand.ts";
import { createMask } from "../secretMask.ts";
import { maskedTerminal, type Terminal } from "../terminal.ts";

/** Contacts and starts nothing. */
export async function checkClient(
  path: string,
  options: ReportOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const startedAt = new Date();
  const recording = await readRecordingFile(path);
  if ((recording.entries ?? []).length === 0) {
    throw new CommandError(`${path} holds no messages, so it does not say what a client did.`);
  }
  const { server: target, connections = [] } = recording;
  const mask = createMask({ target, headers: [] });
  const { server, transport, revision, findings, log } = await checkRecording(recording);
  const snapshot = log.snapshot();
  const { entries } = snapshot;
  const read = async ({ seq, carrier, change }: MessageEntry) =>
    change?.original ?? messageText(carrier, await log.read(seq));
  const factsOf = await readActFacts(entries, read);
  const acts = readClientActs(entries, entries.at(-1)?.at ?? 0, factsOf);
  const known = await compareKnownClient(entries, acts, read);
  const evidenceOf = createEvidence(log, mask);
  const date = (recording.startedAt ?? startedAt.toISOString()).slice(0, 10);
  const report = reportOfCommand({
    examination: "check-client",
    title: `${clientName(connections[0]?.clientInfo)} → ${maskedAddress(target)}`,
    startedAt,
    server: server && { ...server, revision, transport },
    verdicts: [
      ...(await clientVerdicts({
        acts,
        clientId: known?.client.id,
        findings,
        entryAt: (seq) => entryAt(snapshot, seq),
        revision: revision ?? latest.legacy,
        evidenceOf,
      })),
      ...(known ? await knownClientVerdicts(known, date, evidenceOf) : []),
    ],
    mask,
  });
  return deliverReport(report, options, {
    terminal,
    artifact: encodeURI(path),
    printText: (each) => {
      const masked = maskedTerminal(terminal, mask);
      printClientReport(masked, each);
      if (known) printProfileChange(masked, known, date);
    },
  });
}

function clientName(info: unknown): string {
  const { name, version } = membersOf(info);
  const words = [name, version].filter((word) => typeof word === "string");
  return words.length > 0 ? words.join(" ") : "an unnamed client";
}
