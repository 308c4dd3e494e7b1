/** Explains why a command is no working stdio server, from its failure and its output. */
import { concatBytes, decodeText } from "../core/bytes.ts";
import type { Entry } from "../log/entry.ts";
import type { EventLog } from "../log/eventLog.ts";
import type { Recorder } from "../log/recorder.ts";
import { isStrayLine } from "../log/strayLine.ts";
import type { Failure } from "../protocol/failures/failure.ts";
import type { StartProblem } from "../protocol/failures/startProblem.ts";
import type { Diagnosis, DoctorCause, DoctorFinding } from "./cause.ts";
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
/** Characters of a line that are looked at: expressions take quadratic time for a long one. */
const maximumLine = 1000;

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

const startCauses: Readonly<Record<StartProblem, DoctorCause>> = {
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
  const found = (code: DoctorCause, evidence: Parameters<typeof finding>[1] = {}) =>
    finding(code, { command, ...evidence }, seqs);
  if (!failure) {
    if (stray === undefined) return undefined;
    return found("stdout-noise", { line: stray });
  }
  switch (failure.code) {
    case "not-started":
      return found(startCauses[failure.problem], { reason: failure.reason });
    case "exited": {
      const { exitCode, signal } = failure;
      const text = shortLines(stderr || failure.stderr);
      const line = importantLine(text);
      const facts = { line, exitCode, signal };
      if (line === undefined) return found("exited-silently", { ...facts, output: stray });
      const cause = exitCauses.find(([pattern]) => pattern.test(text))?.[1] ?? "crashed";
      return found(cause, facts);
    }
    case "timeout":
    case "stray-output": {
      const line = stray ?? (failure.code === "stray-output" ? failure.text : undefined);
      const all = shortLines(`${line ?? ""}\n${stderr}`);
      const address = all.split("\n").find((each) => listens.test(each) && !/stdio/i.test(each));
      if (address !== undefined) return found("http-server", { line: address.trim() });
      if (line !== undefined) return found("stdout-noise", { line });
      const afterMs = failure.afterMs ?? 0;
      return found("silent", { ms: afterMs, line: importantLine(shortLines(stderr)) });
    }
    default:
      return found("unexplained", { code: failure.code });
  }
}

function shortLines(text: string): string {
  const lines = text.slice(-maximumBytes).split("\n");
  return lines.map((line) => line.slice(0, maximumLine)).join("\n");
}

/** Causes by what standard error says, the most specific first. */
const exitCauses: readonly (readonly [RegExp, DoctorCause])[] = [
  [/EADDRINUSE|address already in use/i, "port-in-use"],
  [
    /npm (ERR!|error) (code )?E404|404 Not Found - GET .*registry|No matching distribution found/i,
    "package-not-found",
  ],
  [
    /EBADENGINE|Unsupported engine|requires? (a )?node(\.js)?\b.*\d|ERR_UNKNOWN_FILE_EXTENSION|bad option: --|node:internal\/.*ERR_REQUIRE_ESM|NODE_MODULE_VERSION|does not provide an export named|requires python/i,
    "node-version",
  ],
  [
    /Cannot find (module|package)|ERR_MODULE_NOT_FOUND|ModuleNotFoundError|No module named/i,
    "module-not-found",
  ],
  [
    /\b[A-Z][A-Z0-9]*_[A-Z0-9_]+\b.*\b(required|missing|not set|must be set|undefined|not defined|not provided)\b|\b(required|missing|set|provide)\b.*\b[A-Z][A-Z0-9]*_[A-Z0-9_]+\b/,
    "setting-missing",
  ],
];

const error =
  /\b\w*(Error|Exception)\b(:| \[)|^\s*(Error|error|fatal|FATAL|panic|PANIC)\b|npm (ERR!|error)|: error:|Unsupported engine|requires? node/i;

/**
 * The line of standard error that says what went wrong: the last one of a Python traceback, else the
 * first that looks like an error, else the last one.
 */
export function importantLine(stderr: string): string | undefined {
  const lines = stderr.split(/\r?\n/).filter((line) => line.trim() !== "");
  const traceback = lines.findLastIndex((line) => line.startsWith("Traceback "));
  const end = lines.slice(traceback + 1).find((line) => /^\S/.test(line));
  const line =
    (traceback >= 0 ? end : undefined) ?? lines.find((each) => error.test(each)) ?? lines.at(-1);
  return line?.trim().slice(0, 400);
}
