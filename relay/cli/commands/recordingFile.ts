/** Reads the file of a recording. */
import { readFileSync, statSync } from "node:fs";
import { type RecordingProblem, readRecording } from "../../../shared/recording/readRecording.ts";
import type { Recording } from "../../../shared/recording/recording.ts";

/** Maximum size of a file in bytes. */
const largestFile = 256 * 1024 * 1024;

const reasons: Readonly<Record<RecordingProblem, string>> = {
  "not-json": "It is not JSON.",
  "unknown-format": "It has another format.",
  "newer-format": "It was made by a newer version: update this program.",
  damaged: "A member is missing or invalid",
  "too-large": "It is larger than 256 MiB.",
  "too-many": "It holds too many messages.",
};

/** Returns the recording, or an error sentence. */
export function readRecordingFile(path: string): Recording | string {
  let text: string;
  try {
    if (statSync(path).size > largestFile) return sentence(path, "too-large", undefined);
    text = readFileSync(path, "utf8");
  } catch {
    return `The file ${path} cannot be read. If it is a command, put it after --.`;
  }
  const read = readRecording(text);
  return read.kind === "recording" ? read.recording : sentence(path, read.problem, read.at);
}

function sentence(path: string, problem: RecordingProblem, at: string | undefined): string {
  const where = problem === "damaged" ? `${at === undefined ? "" : ` at ${at}`}.` : "";
  return `${path} is not a recording of the playground. ${reasons[problem]}${where}`;
}
