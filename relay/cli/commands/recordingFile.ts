/** Reads the file of a recording, or of another tool. */
import { openAsBlob } from "node:fs";
import { readSession, type SessionProblem } from "../../../shared/recording/readSession.ts";
import type { Recording } from "../../../shared/recording/recording.ts";

const reasons: Readonly<Record<SessionProblem, string>> = {
  "not-json": "It is not complete JSON.",
  "unknown-format": "It has another format.",
  "newer-format": "It was made by a newer version: update this program.",
  damaged: "A member is missing or invalid",
  "too-large": "It is larger than 256 MiB.",
  "too-many": "It contains too many messages.",
  "too-complex":
    "It is nested too deeply, or contains more values than a session of its size would.",
  "no-messages": "It contains no MCP messages.",
};

/** Returns the recording, a HAR or history of the official inspector as one, or an error sentence. */
export async function readRecordingFile(path: string): Promise<Recording | string> {
  try {
    const read = await readSession(await openAsBlob(path));
    return read.kind === "recording" ? read.recording : sentence(path, read.problem, read.at);
  } catch {
    return `The file ${path} cannot be read. If it is a command, put it after --.`;
  }
}

function sentence(path: string, problem: SessionProblem, at: string | undefined): string {
  const where = problem === "damaged" ? `${at === undefined ? "" : ` at ${at}`}.` : "";
  return `${path} is not a recording of the playground. ${reasons[problem]}${where}`;
}
