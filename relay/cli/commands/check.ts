/** `mcp-playground check`: checks a server's messages against the specification, without a page. */
import { isRevision } from "../../../shared/protocol/revisions.ts";
import { maskedAddress } from "../../../shared/recording/maskTarget.ts";
import type { Recording, SharedServer } from "../../../shared/recording/recording.ts";
import { createEvidence } from "../../../shared/report/logEvidence.ts";
import type { CheckArguments } from "../arguments/checkArguments.ts";
import { commandText } from "../commandText.ts";
import { compatVerdicts } from "../compat/compatReport.ts";
import type { ResolvedServer } from "../connection/resolveServer.ts";
import { serverOfCommand } from "../connection/serverOfCommand.ts";
import { CommandError, type ExitCode } from "../exitCode.ts";
import { cardVerdicts } from "../reports/cardVerdicts.ts";
import { checkVerdicts, printCheckReport } from "../reports/checkReport.ts";
import { artifactOf, deliverReport } from "../reports/deliverReport.ts";
import { checkDocument } from "../reports/documentReport.ts";
import { reportOfCommand } from "../reports/reportOfCommand.ts";
import { createMask } from "../secretMask.ts";
import { checkClient } from "../sessions/checkClient.ts";
import { escapeForTerminal, maskedTerminal, type Terminal } from "../terminal.ts";
import { checkRecording, checkServer } from "./checkServer.ts";
import { readRecordingFile, readServerDocument } from "./inputFiles.ts";

/** Checks a server, or the messages of a recording, and reports the findings. */
export async function check(wanted: CheckArguments, terminal: Terminal): Promise<ExitCode> {
  if (wanted.target.kind === "file" && wanted.target.client) {
    return checkClient(wanted.target.path, wanted.report, terminal);
  }
  if (wanted.target.kind === "file") {
    const found = readServerDocument(wanted.target.path);
    if (found) return checkDocument(wanted.target.path, found, wanted.report, terminal);
  }
  const { target, headers, recording, revision } = await findTarget(wanted, terminal);
  const mask = createMask({ target, headers });
  const masked = maskedTerminal(terminal, mask);
  const startedAt = new Date();
  // the facts about clients are loaded where they are asked for
  const clients =
    wanted.clients.length > 0
      ? (await import("../compat/namedClients.ts")).clientsNamed(wanted.clients)
      : [];
  const checked = recording
    ? await checkRecording(recording)
    : await checkServer({
        ...wanted,
        target,
        headers,
        revision,
        signIn: { terminal, isWanted: wanted.authorize, mask },
      });
  const { server, transport, lists, log } = checked;
  const evidenceOf = createEvidence(log, mask);
  const rows =
    clients.length > 0
      ? await (await import("../compat/compat.ts")).judgeChecked(checked, target, clients)
      : [];
  const { info } = checked;
  const ofCard =
    wanted.card && info && checked.revision !== undefined && target.kind === "http"
      ? await cardVerdicts({ info, revision: checked.revision, url: target.url })
      : [];
  const report = reportOfCommand({
    examination: "check",
    title: maskedAddress(target),
    startedAt,
    server: server && { ...server, revision: checked.revision, transport },
    verdicts: [
      ...(await checkVerdicts(checked, evidenceOf, wanted.maxTokens)),
      ...(await compatVerdicts(rows, true, evidenceOf)),
      ...ofCard,
    ],
    mask,
  });
  return deliverReport(report, wanted.report, {
    terminal,
    artifact: wanted.target.kind === "file" ? encodeURI(wanted.target.path) : artifactOf(target),
    printText: (each) => printCheckReport(masked, each, lists),
  });
}

interface Checked extends ResolvedServer {
  readonly revision: string;
  /** The recording whose messages are checked instead of the server. */
  readonly recording?: Recording;
}

/**
 * What to check. A recording's server is used only with `--start-server`.
 * @throws CommandError if there is nothing to check
 */
async function findTarget(
  { target: wanted, headers, revision }: CheckArguments,
  terminal: Terminal,
): Promise<Checked> {
  if (wanted.kind !== "file") {
    return { ...(await serverOfCommand({ target: wanted, headers }, terminal)), revision };
  }
  const { path, startServer } = wanted;
  const recording = await readRecordingFile(path);
  const { server, entries = [] } = recording;
  if (entries.length > 0) {
    if (!startServer) return { target: server, headers, recording, revision };
    throw new CommandError(
      `${path} holds messages, which are checked without a server: leave --start-server out.`,
    );
  }
  const named = describeServer(server);
  if (!startServer) {
    throw new CommandError(
      `${path} holds no messages. Nothing was started or contacted. With --start-server, ${verbOf(server)}: ${named}`,
    );
  }
  // exactly what runs, before it runs
  terminal.printError(`From ${escapeForTerminal(path)}, ${verbOf(server)}: ${named}`);
  const recorded = recording.revision;
  const isKnown = recorded !== undefined && isRevision(recorded);
  const chosen = revision === "auto" && isKnown ? recorded : revision;
  return { target: server, headers, revision: chosen };
}

function verbOf({ kind }: SharedServer): string {
  return kind === "http" ? "this server is contacted" : "this command is started";
}

/** Every word of the command and its directory, or the URL. */
function describeServer(server: SharedServer): string {
  if (server.kind === "http") return escapeForTerminal(server.url);
  return commandText(server);
}
