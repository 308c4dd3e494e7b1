/** Reads a recording, or the file of another tool, from bytes that may be hostile. */

import { decodeText } from "../core/bytes.ts";
import { createJsonShape } from "../core/json/jsonShape.ts";
import { importRecording, type NotRead } from "./import/importRecording.ts";
import { type ReadRecording, type RecordingProblem, readRecording } from "./readRecording.ts";

/** Why a file is not opened. */
export type SessionProblem =
  | RecordingProblem
  /** A file of another tool without messages of MCP. */
  | "no-messages";

export type ReadSession =
  | { readonly kind: "refused"; readonly problem: SessionProblem; readonly at?: string }
  | (Extract<ReadRecording, { kind: "recording" }> & {
      /** The parts of an imported file that could not be read; absent for a recording. */
      readonly notRead?: readonly NotRead[];
    });

/** A part of a file: `Blob` of browsers and Node. */
type Bytes = Pick<Blob, "size" | "slice" | "stream" | "text">;

/** Bytes of the largest file. */
const maxFileBytes = 256 * 1024 * 1024;

/** Bytes at both ends that are enough to recognise most files that are not a recording. */
const endBytes = 4096;

/**
 * Parses JSON; text whose shape is hostile is refused before it is parsed.
 * @param bytes UTF-8
 */
export function readSessionJson(
  bytes: Uint8Array,
):
  | { readonly kind: "json"; readonly value: unknown }
  | { readonly kind: "refused"; readonly problem: RecordingProblem } {
  const shape = createJsonShape();
  const problem = shape.read(bytes) ?? shape.end();
  if (problem) return { kind: "refused", problem };
  try {
    return { kind: "json", value: JSON.parse(decodeText(bytes)) };
  } catch {
    return { kind: "refused", problem: "not-json" };
  }
}

/** Reads the bytes of a recording in UTF-8. */
export function readRecordingBytes(bytes: Uint8Array): ReadRecording {
  const read = readSessionJson(bytes);
  return read.kind === "refused" ? read : readRecording(read.value);
}

/** Reads a file: a recording, a HAR, or the message history of the official inspector. */
export async function readSession(file: Bytes): Promise<ReadSession> {
  if (file.size > maxFileBytes) return { kind: "refused", problem: "too-large" };
  const problem = (await problemAtEnds(file)) ?? (await problemOfShape(file));
  if (problem) return { kind: "refused", problem };
  let value: unknown;
  try {
    value = JSON.parse(await file.text());
  } catch {
    return { kind: "refused", problem: "not-json" };
  }
  const read = readRecording(value);
  const isOther =
    read.kind === "refused" && (Array.isArray(value) || read.problem === "unknown-format");
  if (!isOther) return read;
  const imported = importRecording(value);
  if (imported.kind === "refused")
    return imported.problem === "unknown-format"
      ? read
      : { kind: "refused", problem: imported.problem };
  // imported files must follow the rules for recordings
  const checked = readRecording(imported.recording);
  return checked.kind === "refused" ? checked : { ...checked, notRead: imported.notRead };
}

async function problemAtEnds(file: Bytes) {
  const start = await file.slice(0, endBytes).text();
  const end = await file.slice(Math.max(0, file.size - endBytes)).text();
  const format = /^\uFEFF?\s*\{\s*"format"\s*:\s*"mcp-playground\/(\d{1,9})"/.exec(start)?.[1];
  if (format !== undefined && format !== "1") return "newer-format";
  return /^\uFEFF?\s*[[{]/.test(start) && /[\]}]\s*$/.test(end) ? undefined : "not-json";
}

async function problemOfShape(file: Bytes) {
  const shape = createJsonShape();
  for await (const bytes of file.stream()) {
    const problem = shape.read(bytes);
    if (problem) return problem;
  }
  return shape.end();
}
