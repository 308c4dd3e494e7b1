/** The fragment of a link: a parameter list that no server ever sees. */
import { fromBase64Url, toBase64Url } from "../core/base64Url.ts";
import { decodeText, encodeText } from "../core/bytes.ts";
import {
  type ReadRecording,
  type Recording,
  type RecordingProblem,
  readRecording,
} from "./recording.ts";

/** What a fragment can carry: the relay's token, and a session. */
export interface Fragment {
  readonly token: string | undefined;
  readonly session: string | undefined;
}

/** Bytes that a link may grow to when it is decompressed. */
export const maximumSessionBytes = 1024 * 1024;

export type OpenedLink =
  | ReadRecording
  | {
      readonly kind: "refused";
      readonly problem: RecordingProblem | "unknown-version" | "not-compressed" | "too-large";
    };

/** @param hash the address's fragment, with or without its `#` */
export function readFragment(hash: string): Fragment {
  const parameters = new URLSearchParams(hash.replace(/^#/, ""));
  return {
    token: parameters.get("k") ?? undefined,
    session: parameters.get("s") ?? undefined,
  };
}

/**
 * Puts a recording into the value of the fragment's `s`.
 * @returns `1.` and the deflated JSON in base64url
 */
export async function encodeSession(recording: Recording): Promise<string> {
  const bytes = encodeText(JSON.stringify(recording));
  const deflated = new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  return `1.${toBase64Url(new Uint8Array(await new Response(deflated).arrayBuffer()))}`;
}

/** Takes a recording out of the value of the fragment's `s`; nothing is half loaded. */
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
