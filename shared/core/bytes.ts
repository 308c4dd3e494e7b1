/** Converts between bytes and UTF-8 text, and joins byte arrays. */

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
const decoderWithoutBom = new TextDecoder("utf-8");

/** A range of a buffer; cheaper to create than a `Uint8Array` view. */
export type ByteRange = Pick<Uint8Array, "buffer" | "byteOffset" | "byteLength">;

/** A view of the bytes of a range, without a copy. */
export function bytesIn({ buffer, byteOffset, byteLength }: ByteRange): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

/** Encodes text as UTF-8; lone surrogates become U+FFFD. */
export function encodeText(text: string): Uint8Array<ArrayBuffer> {
  return encoder.encode(text);
}

/** Decodes UTF-8; invalid sequences become U+FFFD, a byte order mark is kept. */
export function decodeText(bytes: Uint8Array): string {
  return decoder.decode(bytes);
}

/** Decodes UTF-8 as {@link decodeText} does, without a byte order mark at the start. */
export function decodeTextWithoutBom(bytes: Uint8Array): string {
  return decoderWithoutBom.decode(bytes);
}

/** Concatenates chunks; a single chunk is returned as it is. */
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

/** Hashes bytes with SHA-256. */
export async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
}
