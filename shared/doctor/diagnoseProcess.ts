/** Explains why a command is no working stdio server, from its failure and its output. */
import { concatBytes, decodeText } from "../core/bytes.ts";
import { importantLine } from "../core/text/errorOutput.ts";
import type { Entry } from "../log/entry.ts";
import type { EventLog } from "../log/eventLog.ts";
import type { Recorder } from "../log/recorder.ts";
import { isStrayLine } from "../log/strayLine.ts";
import type { Failure } from "../protocol/failures/failure.ts";
import type { StartProblem } from "../protocol/failures/startProblem.ts";
import type { Diagnosis, DoctorFinding } from "./cause.ts";
import { causeOfExit, shortLines } from "./exitCause.ts";
import { finding } from "./probe.ts";
import { recordFindings } from "./recordFindings.ts";

export interface ProcessSubject {
  readonly command: string;
  /** Why connecting failed; undefined if the server is connected. */
  readonly failure: Failure | undefined;
  /** What it wrote to standard error. */
  readonly stderr: string;
  /** The first line of its standard output that is no message. */
  readonly stray: string | undefined;
  /** The log entries that show output or exit. */
  readonly seqs: readonly number[];
}

/** @param record puts what is found into the log, so that a recording of the session has it */
export function diagnoseProcess(subject: ProcessSubject, record: Recorder): Diagnosis {
  const found = explain(subject);
  const findings = found ? [found] : [];
  const outcome = found ? "found" : "passed";
  const results = [{ probe: "process", outcome, findings }] as const;
  recordFindings(record, results);
  return { results, requests: [] };
}

/** Bytes of standard error that are read. */
const maximumBytes = 64 * 1024;

/** Reads from the log what the newest process has written. */
export async function readOutput(
  all: readonly Entry[],
  read: EventLog["read"],
): Promise<Pick<ProcessSubject, "stderr" | "stray" | "seqs">> {
  const start = all.findLastIndex(
    (entry) => entry.kind === "process" && entry.event.kind === "starting",
  );
  const entries = all.slice(Math.max(start, 0));
  const chunks: Uint8Array[] = [];
  const seqs: number[] = [];
  let size = 0;
  let stray: string | undefined;
  // the newest first: an exit is explained by the last words
  for (const entry of entries.toReversed()) {
    if (entry.kind !== "stderr" || size > maximumBytes) continue;
    const bytes = await read(entry.seq);
    chunks.unshift(bytes);
    seqs.unshift(entry.seq);
    size += bytes.byteLength;
  }
  for (const entry of entries) {
    if (entry.kind === "process" && entry.event.kind === "exited") seqs.push(entry.seq);
    if (stray !== undefined) continue;
    const isUnfinished = entry.kind === "frame" && entry.carrier === "stdio";
    if (!isStrayLine(entry) && !isUnfinished) continue;
    const line = decodeText((await read(entry.seq)).subarray(0, 2000)).trim();
    if (line === "") continue;
    stray = line.slice(0, 400);
    seqs.unshift(entry.seq);
  }
  return { stderr: decodeText(concatBytes(chunks)), stray, seqs };
}

type StartCause =
  | "program-not-found"
  | "file-not-found"
  | "not-executable"
  | "directory-missing"
  | "not-started";

const startCauses: Readonly<Record<StartProblem, StartCause>> = {
  "program-not-found": "program-not-found",
  "file-not-found": "file-not-found",
  "not-executable": "not-executable",
  directory: "directory-missing",
  "process-limit": "not-started",
  "start-rate": "not-started",
  other: "not-started",
};

/** A server that prints its address speaks HTTP, not stdio. */
const listens =
  /(listening|running|started|serving|ready|available)\b.*(https?:\/\/|port\b|:\d{4,5}\b)|Uvicorn running/i;

function explain({
  command,
  failure,
  stderr,
  stray,
  seqs,
}: ProcessSubject): DoctorFinding | undefined {
  if (!failure) {
    if (stray === undefined) return undefined;
    return finding("stdout-noise", { command, line: stray }, seqs);
  }
  switch (failure.code) {
    case "not-started":
      return finding(startCauses[failure.problem], { command, reason: failure.reason }, seqs);
    case "exited": {
      const { exitCode, signal } = failure;
      const exit = causeOfExit(stderr || failure.stderr);
      const facts = { command, exitCode, signal };
      return exit.cause === "exited-silently"
        ? finding(exit.cause, { ...facts, output: stray }, seqs)
        : finding(exit.cause, { ...facts, line: exit.line }, seqs);
    }
    case "timeout":
    case "stray-output": {
      const line = stray ?? (failure.code === "stray-output" ? failure.text : undefined);
      const all = shortLines(`${line ?? ""}\n${stderr}`);
      const address = all.split("\n").find((each) => listens.test(each) && !/stdio/i.test(each));
      if (address !== undefined) {
        return finding("http-server", { command, line: address.trim() }, seqs);
      }
      if (line !== undefined) return finding("stdout-noise", { command, line }, seqs);
      const ms = failure.afterMs ?? 0;
      return finding("silent", { command, ms, line: importantLine(shortLines(stderr)) }, seqs);
    }
    default:
      return finding("unexplained", { code: failure.code }, seqs);
  }
}
