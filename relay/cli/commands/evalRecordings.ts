/** Reads what `eval` answers calls and models with: recordings, and the JSON of earlier runs. */
import { isJsonObject, parseJsonObject } from "../../../shared/core/json/jsonObject.ts";
import {
  type AnsweredCall,
  answeredCalls,
  type RecordedRun,
  recordedCall,
  recordedFailure,
} from "../../../shared/evals/transcript.ts";
import { exportedCalls } from "../../../shared/recording/export/exchanges.ts";
import { CommandError } from "../exitCode.ts";
import { readInputFile, readRecordingFile } from "./inputFiles.ts";

/**
 * The calls of a recording, or of earlier runs.
 * @throws CommandError if the file holds neither
 */
export async function recordedCallsAt(path: string): Promise<readonly AnsweredCall[]> {
  const runs = readRuns(path);
  if (runs) return answeredCalls(runs);
  const recording = await readRecordingFile(path);
  return exportedCalls(recording).flatMap(({ method, requestText, answerText }) => {
    if (method !== "tools/call") return [];
    const { params } = parseJsonObject(requestText) ?? {};
    return recordedCall(params, parseJsonObject(answerText ?? "")?.result) ?? [];
  });
}

/**
 * The runs of a file that `--json` wrote.
 * @throws CommandError if it has none
 */
export function frozenRunsAt(path: string): readonly RecordedRun[] {
  const runs = readRuns(path);
  if (runs) return runs;
  throw new CommandError(`${path} is not the JSON of an earlier run of eval.`);
}

function readRuns(path: string): readonly RecordedRun[] | undefined {
  const { runs } = parseJsonObject(readInputFile(path)) ?? {};
  if (!Array.isArray(runs)) return undefined;
  return runs.filter(isJsonObject).map(({ case: name, model, repeat, transcript, end }) => ({
    failure: recordedFailure(end),
    case: String(name),
    model: String(model),
    repeat: Number(repeat),
    transcript: (Array.isArray(transcript) ? transcript : []).filter(isJsonObject),
  }));
}
