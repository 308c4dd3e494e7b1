/** Compresses and decompresses documents. */

/** Deflates bytes without a header. */
export async function deflate(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const deflated = new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  return new Uint8Array(await new Response(deflated).arrayBuffer());
}

/** JSON of sessions deflates to a 10th to a 60th; a higher ratio is an attack. */
const maxRatio = 250;
/** Bytes that may unpack from any input. */
const freeBytes = 1024 * 1024;

/** Bytes that are kept until it is known whether the result is within the limit. */
const keptBytes = 16 * 1024 * 1024;

/**
 * Inflates bytes; stops at a limit.
 * @param maximumBytes of the result
 */
export async function inflate(
  bytes: Uint8Array<ArrayBuffer>,
  maximumBytes: number,
): Promise<Uint8Array<ArrayBuffer> | "not-compressed" | "too-large"> {
  const maxInflated = Math.min(maximumBytes, freeBytes + maxRatio * bytes.byteLength);
  // input that will be refused must not fill the memory first: it is read a second time instead
  const first = await unpack(bytes, maxInflated, keptBytes);
  return first === "not-kept"
    ? inflated(await unpack(bytes, maxInflated, maxInflated))
    : inflated(first);
}

type Unpacked = Uint8Array<ArrayBuffer> | "not-compressed" | "too-large" | "not-kept";

function inflated(unpacked: Unpacked): Exclude<Unpacked, "not-kept"> {
  return unpacked === "not-kept" ? "too-large" : unpacked;
}

/** @param kept bytes that are kept; for a larger result only the size is determined */
async function unpack(
  bytes: Uint8Array<ArrayBuffer>,
  maxInflated: number,
  kept: number,
): Promise<Unpacked> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  try {
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    const reader = stream.getReader();
    for (;;) {
      const { done, value: chunk } = await reader.read();
      if (done) break;
      size += chunk.byteLength;
      if (size > maxInflated) {
        await reader.cancel();
        return "too-large";
      }
      if (size <= kept) chunks.push(chunk);
      else chunks.length = 0;
    }
  } catch {
    return "not-compressed";
  }
  return size > kept ? "not-kept" : new Uint8Array(await new Blob(chunks).arrayBuffer());
}
