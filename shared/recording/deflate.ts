/** Compresses and decompresses documents. */

/** Deflates bytes without a header. */
export async function deflate(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const deflated = new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  return new Uint8Array(await new Response(deflated).arrayBuffer());
}

/** JSON of sessions deflates to a 10th to a 60th; what unpacks to more than this is made to. */
const mostRatio = 250;
/** Bytes that may unpack from any input. */
const freeBytes = 1024 * 1024;

/**
 * Inflates bytes; stops at a limit, whatever the bytes would unpack to.
 * @param maximumBytes of the result
 */
export async function inflate(
  bytes: Uint8Array<ArrayBuffer>,
  maximumBytes: number,
): Promise<Uint8Array<ArrayBuffer> | "not-compressed" | "too-large"> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  try {
    const inflated = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    const reader = inflated.getReader();
    for (;;) {
      const { done, value: chunk } = await reader.read();
      if (done) break;
      size += chunk.byteLength;
      if (size > Math.min(maximumBytes, freeBytes + mostRatio * bytes.byteLength)) {
        await reader.cancel();
        return "too-large";
      }
      chunks.push(chunk);
    }
  } catch {
    return "not-compressed";
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}
