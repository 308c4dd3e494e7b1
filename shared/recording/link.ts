/** Encodes and decodes the session in the fragment of a shared link, which browsers never send to a server. */
import { fromBase64Url, toBase64Url } from "../core/base64.ts";
import { decodeText, encodeText } from "../core/bytes.ts";
import { type ReadRecording, type RecordingProblem, readRecording } from "./readRecording.ts";
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
  const bytes = encodeText(JSON.stringify(recording));
  const deflated = new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  return `1.${toBase64Url(new Uint8Array(await new Response(deflated).arrayBuffer()))}`;
}

/** Decodes the parameter `s`; decompression stops at {@link maximumSessionBytes}. */
export async function decodeSession(value: string): Promise<OpenedLink> {
  if (!value.startsWith("1.")) return { kind: "refused", problem: "unknown-version" };
  const deflated = fromBase64Url(value.slice(2));
  if (!deflated) return { kind: "refused", problem: "not-compressed" };
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  try {
    const inflated = new Blob([deflated])
      .stream()
      .pipeThrough(new DecompressionStream("deflate-raw"));
    const reader = inflated.getReader();
    for (;;) {
      const { done, value: chunk } = await reader.read();
      if (done) break;
      size += chunk.byteLength;
      if (size > maximumSessionBytes) {
        await reader.cancel();
        return { kind: "refused", problem: "too-large" };
      }
      chunks.push(chunk);
    }
  } catch {
    return { kind: "refused", problem: "not-compressed" };
  }
  return readRecording(decodeText(new Uint8Array(await new Blob(chunks).arrayBuffer())));
}
