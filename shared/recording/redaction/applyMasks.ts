/** Replaces ranges of text and bytes by a mask of fixed length. */
import { concatBytes, encodeText } from "../../core/bytes.ts";
import type { SecretSpan } from "../../log/entry.ts";
import { maskCharacters } from "../../log/mask.ts";

export interface MaskRange {
  readonly start: number;
  readonly end: number;
  readonly kind: SecretSpan["kind"];
}

/** Sorts ranges, clips them to a length and joins those that overlap, which keeps the first's kind. */
export function joinRanges<R extends MaskRange>(ranges: readonly R[], length: number): R[] {
  const joined: R[] = [];
  for (const range of ranges.toSorted((one, other) => one.start - other.start)) {
    const start = Math.max(0, range.start);
    const end = Math.min(length, range.end);
    if (end <= start) continue;
    const last = joined.at(-1);
    if (last && start < last.end) {
      joined[joined.length - 1] = { ...last, end: Math.max(last.end, end) };
    } else joined.push({ ...range, start, end });
  }
  return joined;
}

/**
 * Masks ranges of a text.
 * @param ranges sorted and without overlap, in UTF-16 units
 * @returns the masked text and where its masks are
 */
export function maskTextRanges(text: string, ranges: readonly MaskRange[]) {
  let [masked, at] = ["", 0];
  const masks: MaskRange[] = [];
  for (const { start, end, kind } of ranges) {
    masked += text.slice(at, start);
    masks.push({ start: masked.length, end: masked.length + maskCharacters.length, kind });
    masked += maskCharacters;
    at = end;
  }
  return { text: masked + text.slice(at), masks };
}

const maskBytes = encodeText(maskCharacters);

/**
 * Masks ranges of bytes.
 * @param ranges sorted and without overlap, in bytes
 */
export function maskByteRanges(bytes: Uint8Array, ranges: readonly MaskRange[]) {
  if (ranges.length === 0) return { bytes, masks: [] };
  const pieces: Uint8Array[] = [];
  const masks: MaskRange[] = [];
  let [at, length] = [0, 0];
  for (const { start, end, kind } of ranges) {
    pieces.push(bytes.subarray(at, start), maskBytes);
    length += start - at;
    masks.push({ start: length, end: length + maskBytes.byteLength, kind });
    length += maskBytes.byteLength;
    at = end;
  }
  pieces.push(bytes.subarray(at));
  return { bytes: concatBytes(pieces), masks };
}
