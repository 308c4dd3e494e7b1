/** `mcp-playground export`: writes a recording in another format. */
import { writeFileSync } from "node:fs";
import { errorMessage } from "../../../shared/core/text/errorMessage.ts";
import {
  type EmptyExport,
  emptyExport,
  exportRecording,
} from "../../../shared/recording/export/exportRecording.ts";
import { maskAgain } from "../../../shared/recording/maskAgain.ts";
import type { ExportArguments } from "../arguments/exportArguments.ts";
import { type ExitCode, exitCodes } from "../exitCode.ts";
import { escapeLinesForTerminal, type Terminal } from "../terminal.ts";
import { readRecordingFile } from "./inputFiles.ts";

const emptyTexts: Readonly<Record<EmptyExport, string>> = {
  "no-exchanges":
    "The export is empty: the recording has no HTTP exchanges. Messages of a command are in the other formats.",
  "no-calls": "The export is empty: the recording has no requests of the client.",
};

/** Writes to a file or to standard output; secrets are masked as in a recording. */
export async function exportFile(
  { path, format, out }: ExportArguments,
  terminal: Terminal,
): Promise<ExitCode> {
  const read = await readRecordingFile(path);
  const text = exportRecording(await maskAgain(read), format);
  const empty = emptyExport(read, format);
  if (empty) terminal.note(emptyTexts[empty]);
  if (out === undefined) {
    // a file or pipe gets the text unchanged; a terminal would interpret control characters
    terminal.write(terminal.isTty ? escapeLinesForTerminal(text) : text);
    return exitCodes.passed;
  }
  try {
    // an export contains results of tools: only its owner may read it
    writeFileSync(out, text, { mode: 0o600 });
  } catch (error) {
    return terminal.fail(
      `${out} cannot be written: ${errorMessage(error)}.`,
      exitCodes.couldNotRun,
    );
  }
  terminal.printError(`Written to ${out}.`);
  return exitCodes.passed;
}
