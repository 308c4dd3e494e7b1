/** `mcp-playground check`: checks a server's messages against the specification, without a page. */
import type { Target } from "../../../shared/config/target.ts";
import { findingText } from "../../../shared/messages/findingText.ts";
import { isRevision } from "../../../shared/protocol/revisions.ts";
import type { Recording, SharedServer } from "../../../shared/recording/recording.ts";
import type { CheckArguments, CheckTarget } from "../arguments/commandArguments.ts";
import { commandText } from "../commandText.ts";
import { type ExitCode, exitCodes } from "../exitCode.ts";
import { printExamination } from "../reports/checkReport.ts";
import { createMask } from "../secretMask.ts";
import {
  escapeForTerminal,
  escapeJsonForTerminal,
  maskedTerminal,
  type Terminal,
} from "../terminal.ts";
import { checkRecording } from "./checkRecording.ts";
import { type Examination, examine } from "./examine.ts";
import { readRecordingFile } from "./recordingFile.ts";

/** Checks a server, or the messages of a recording, and prints the findings. */
export async function check(wanted: CheckArguments, terminal: Terminal): Promise<ExitCode> {
  const { headers, timeoutSeconds, isJson } = wanted;
  const found = await findTarget(wanted.target, wanted.revision, terminal);
  if (typeof found === "string") return terminal.fail(found, exitCodes.wrongUsage);
  const { target, recording, revision } = found;
  const masked = maskedTerminal(terminal, createMask({ target, headers }));
  const examination = recording
    ? await checkRecording(recording)
    : await examine({
        ...wanted,
        target,
        revision,
        timeoutMs: timeoutSeconds * 1000,
        signIn: { terminal, isWanted: wanted.isSignInWanted },
      });
  const code = codeOf(examination);
  if (isJson) {
    const findings = examination.findings.map((one) => ({ ...one, words: findingText(one) }));
    const ok = code === exitCodes.passed;
    masked.print(escapeJsonForTerminal({ ok, ...examination, findings }));
  } else printExamination(masked, target, examination);
  return code;
}

function codeOf({ failures, findings }: Examination): ExitCode {
  if (findings.some(({ severity }) => severity === "violation")) return exitCodes.violations;
  if (failures.some(({ at }) => at === "connecting")) return exitCodes.couldNotRun;
  return failures.length > 0 ? exitCodes.violations : exitCodes.passed;
}

interface Checked {
  readonly target: Target;
  readonly revision: string;
  /** The recording whose messages are checked instead of the server. */
  readonly recording?: Recording;
}

/** What to check, or an error sentence. A recording's server is used only with `--start-server`. */
async function findTarget(
  wanted: CheckTarget,
  revision: string,
  terminal: Terminal,
): Promise<Checked | string> {
  if (wanted.kind !== "file") return { target: wanted, revision };
  const { path, startsServer } = wanted;
  const recording = await readRecordingFile(path);
  if (typeof recording === "string") return recording;
  const { server, entries = [] } = recording;
  if (entries.length > 0) {
    return startsServer
      ? `${path} holds messages, which are checked without a server: leave --start-server out.`
      : { target: server, recording, revision };
  }
  const named = describeServer(server);
  if (!startsServer) {
    return `${path} holds no messages. Nothing was started or contacted. With --start-server, ${verbOf(server)}: ${named}`;
  }
  // exactly what runs, before it runs
  terminal.printError(`From ${escapeForTerminal(path)}, ${verbOf(server)}: ${named}`);
  const recorded = recording.revision;
  const isKnown = recorded !== undefined && isRevision(recorded);
  return { target: server, revision: revision === "auto" && isKnown ? recorded : revision };
}

function verbOf({ kind }: SharedServer): string {
  return kind === "http" ? "this server is contacted" : "this command is started";
}

/** Every word of the command and its directory, or the URL. */
function describeServer(server: SharedServer): string {
  if (server.kind === "http") return escapeForTerminal(server.url);
  return commandText(server);
}
