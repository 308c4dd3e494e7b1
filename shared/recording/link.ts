/** Encodes and decodes the session in the fragment of a shared link, which browsers never send to a server. */
import { fromBase64Url, toBase64Url } from "../core/base64.ts";
import { decodeText, encodeText } from "../core/bytes.ts";
import { compact, readCompact } from "./compact.ts";
import { readDeepLink } from "./deepLink.ts";
import { deflate, inflate } from "./deflate.ts";
import type { ReadRecording, RecordingProblem } from "./readRecording.ts";
import { readSessionJson } from "./readSession.ts";
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
 * @returns `2.` followed by the deflated JSON of its compact form in base64url
 */
export async function encodeSession(recording: Recording): Promise<string> {
  return `2.${toBase64Url(await deflate(encodeText(JSON.stringify(compact(recording)))))}`;
}

/**
 * Decodes the parameter `s`: of version 2, or of version 0, which is the plain parameters of a
 * hand-written link. Decompression stops at {@link maximumSessionBytes}.
 */
export async function decodeSession(value: string): Promise<OpenedLink> {
  const version = value.slice(0, 2);
  if (!/^[02]\.$/.test(version)) return { kind: "refused", problem: "unknown-version" };
  const deflated = fromBase64Url(value.slice(2));
  if (!deflated || value.length > maximumSessionBytes) {
    return { kind: "refused", problem: "not-compressed" };
  }
  if (version === "0.") return readDeepLink(new URLSearchParams(decodeText(deflated)));
  const inflated = await inflate(deflated, maximumSessionBytes);
  if (typeof inflated === "string") return { kind: "refused", problem: inflated };
  const read = readSessionJson(inflated);
  return read.kind === "refused" ? read : readCompact(read.value);
}
