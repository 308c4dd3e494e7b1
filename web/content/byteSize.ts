/** Counts the bytes of texts in UTF-8, of long ones in slices between which the page can draw. */

/** UTF-16 code units that are counted in one step, which takes 1 to 2 ms. */
export const sliceLength = 512 * 1024;

/** UTF-16 code units that are encoded in one step, into the same buffer. */
const stepLength = 64 * 1024;

/** Bytes that a code unit takes at most. */
const maxBytes = 3;

/** @returns the bytes of a text; lone surrogates count as the replacement character, as they are sent */
export function byteSize(text: string): number {
  const encoder = new TextEncoder();
  const buffer = new Uint8Array(Math.min(text.length, stepLength) * maxBytes);
  let bytes = 0;
  for (let at = 0; at < text.length; ) {
    const end = stepEnd(text, at + stepLength);
    bytes += encoder.encodeInto(text.slice(at, end), buffer).written;
    at = end;
  }
  return bytes;
}

/**
 * Counts a long text in slices.
 * @param pause awaited between them
 * @returns undefined if it was aborted
 */
export async function byteSizeInSlices(
  text: string,
  pause: () => Promise<void>,
  signal: AbortSignal,
): Promise<number | undefined> {
  let bytes = 0;
  for (let at = 0; at < text.length; ) {
    await pause();
    if (signal.aborted) return undefined;
    const end = stepEnd(text, at + sliceLength);
    bytes += byteSize(text.slice(at, end));
    at = end;
  }
  return bytes;
}

/** The place of a cut that does not part the two halves of a character. */
function stepEnd(text: string, at: number): number {
  const isInside = at < text.length && (text.charCodeAt(at - 1) & 0xfc00) === 0xd800;
  return isInside ? at - 1 : Math.min(at, text.length);
}
