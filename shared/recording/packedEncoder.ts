/** Encodes many texts into few buffers: one for each takes more memory than most texts, and slows garbage collection. */
import { encodeText } from "../core/bytes.ts";

/** Bytes of a shared buffer. */
const sharedBytes = 256 * 1024;
/** UTF-16 code units of a text from which on it gets a buffer of its own. */
const longText = 16 * 1024;
/** Bytes that a code unit takes at most. */
const maxBytes = 3;

/** @returns a function that encodes as UTF-8; what it returns stays unchanged */
export function createPackedEncoder(): (text: string) => Uint8Array<ArrayBuffer> {
  const encoder = new TextEncoder();
  let shared = new Uint8Array(0);
  let used = 0;
  return (text) => {
    if (text.length >= longText) return encodeText(text);
    if (shared.byteLength - used < text.length * maxBytes) {
      shared = new Uint8Array(sharedBytes);
      used = 0;
    }
    const { written } = encoder.encodeInto(text, shared.subarray(used));
    const bytes = shared.subarray(used, used + written);
    used += written;
    return bytes;
  };
}
