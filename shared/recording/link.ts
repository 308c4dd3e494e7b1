/** Encodes and decodes the session in the fragment of a shared link, which browsers never send to a server. */
import { fromBase64Url, toBase64Url } from "../core/base64.ts";
import { encodeText } from "../core/bytes.ts";
import { deflate, inflate } from "./deflate.ts";
import type { ReadRecording, RecordingProblem } from "./readRecording.ts";
import { readRecordingBytes } from "./readSession.ts";
import type { Recording } from "./recording.ts";

/** Maximum size of a decompressed session in bytes. */
export const maximumSessionBytes = 1024 * 1024;

export type OpenedLink =
  | ReadRecording
  | {
      readonly kind: "refused";
      readonly problem: RecordingProblem | "unknown-version" | "not-compressed";
    };

/**
 * Encodes a recording as the parameter `s`.
 * @returns `1.` followed by the deflated JSON in base64url
 */
export async function encodeSession(recording: Recording): Promise<string> {
  return `1.${toBase64Url(await deflate(encodeText(JSON.stringify(recording))))}`;
}

/** Decodes the parameter `s`; decompression stops at {@link maximumSessionBytes}. */
export async function decodeSession(value: string): Promise<OpenedLink> {
  if (!value.startsWith("1.")) return { kind: "refused", problem: "unknown-version" };
  const deflated = fromBase64Url(value.slice(2));
  if (!deflated) return { kind: "refused", problem: "not-compressed" };
  const inflated = await inflate(deflated, maximumSessionBytes);
  if (typeof inflated === "string") return { kind: "refused", problem: inflated };
  return readRecordingBytes(inflated);
}
