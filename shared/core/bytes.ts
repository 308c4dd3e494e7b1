/** Small helpers for bytes and the text in them. */

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
const decoderPastMark = new TextDecoder("utf-8");

/** Where bytes are; takes less time and memory to make than a view of them. */
export type ByteRange = Pick<Uint8Array, "buffer" | "byteOffset" | "byteLength">;

/** The bytes of a range, not copied. */
export function bytesIn({ buffer, byteOffset, byteLength }: ByteRange): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

/** UTF-8 bytes of a text; a lone surrogate becomes U+FFFD, as the platform's encoder does it. */
export function encodeText(text: string): Uint8Array<ArrayBuffer> {
  return encoder.encode(text);
}

/** Text of UTF-8 bytes; invalid sequences become U+FFFD, a byte order mark stays. */
export function decodeText(bytes: Uint8Array): string {
  return decoder.decode(bytes);
}

/** Text of UTF-8 bytes as {@link decodeText} reads it, past a byte order mark at their beginning. */
export function decodeTextPastMark(bytes: Uint8Array): string {
  return decoderPastMark.decode(bytes);
}

/** The chunks one after another, without a copy where there is just one. */
export function concatBytes(chunks: readonly Uint8Array[]): Uint8Array {
  const [only] = chunks;
  if (only && chunks.length === 1) return only;
  const whole = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.byteLength, 0));
  let offset = 0;
  for (const chunk of chunks) {
    whole.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return whole;
}
