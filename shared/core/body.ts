/** Reads bodies of HTTP messages, which may be of any size. */
import { concatBytes } from "./bytes.ts";

type Body = ReadableStream<Uint8Array> | null | undefined;

/** Yields the chunks of a body; leaving the loop early cancels the rest. */
export async function* chunksOf(body: Body): AsyncGenerator<Uint8Array> {
  const reader = body?.getReader();
  if (!reader) return;
  let isOver = false;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      isOver = done;
      if (done) return;
      yield value;
    }
  } finally {
    // not awaited: a stalled server must not delay the result
    if (!isOver) void reader.cancel().catch(() => {});
  }
}

/**
 * Reads a body up to a number of bytes; the rest is cancelled.
 * @throws the error of the body if it ends early
 */
export async function readUpTo(
  body: Body,
  maxBytes: number,
): Promise<{ readonly bytes: Uint8Array; readonly isWhole: boolean }> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunksOf(body)) {
    chunks.push(chunk);
    size += chunk.byteLength;
    if (size > maxBytes)
      return { bytes: concatBytes(chunks).subarray(0, maxBytes), isWhole: false };
  }
  return { bytes: concatBytes(chunks), isWhole: true };
}
