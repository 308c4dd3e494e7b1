/** Replaces ranges of text and bytes by a mask of fixed length. */
import { concatBytes, encodeText } from "../../core/bytes.ts";
import type { SecretSpan } from "../../log/entry.ts";
import { maskCharacters } from "../../log/mask.ts";

export interface MaskRange {
  readonly start: number;
  readonly end: number;
  readonly kind: SecretSpan["kind"];
  /** Quotes to put around the mask, where it replaces a number of JSON. */
  readonly quote?: string;
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

/** Characters before a number in which the quotes of its object are looked for. */
const maxLookBack = 200;

/**
 * Extends a range inside a number of JSON to the whole number, with the quotes that make its mask a
 * string: the text has to stay valid.
 */
export function quoteNumber<R extends MaskRange>(text: string, range: R): R {
  if (!/^[\d.eE+-]{1,40}$/.test(text.slice(range.start, Math.min(range.end, range.start + 41)))) {
    return range;
  }
  const before = text.slice(Math.max(0, range.start - maxLookBack), range.start);
  const after = text.slice(range.end, range.end + maxLookBack);
  const start = /(?<=[:[,]\s*)[\d.eE+-]*$/.exec(before);
  const end = /^[\d.eE+-]*(?=\s*[,}\]])/.exec(after);
  const quote = /(\\*["'])[^"']*$/.exec(before)?.[1];
  if (!start || !end || quote === undefined) return range;
  return {
    ...range,
    start: range.start - start[0].length,
    end: range.end + end[0].length,
    quote,
  };
}

/**
 * Masks ranges of a text.
 * @param ranges sorted and without overlap, in UTF-16 units
 * @returns the masked text and where its masks are
 */
export function maskTextRanges(text: string, ranges: readonly MaskRange[]) {
  let [masked, at] = ["", 0];
  const masks: MaskRange[] = [];
  for (const { start, end, kind, quote = "" } of ranges) {
    masked += text.slice(at, start) + quote;
    masks.push({ start: masked.length, end: masked.length + maskCharacters.length, kind });
    masked += maskCharacters + quote;
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
  for (const { start, end, kind, quote } of ranges) {
    const quotes = quote === undefined ? undefined : encodeText(quote);
    const from = length + start - at + (quotes?.byteLength ?? 0);
    pieces.push(bytes.subarray(at, start));
    if (quotes) pieces.push(quotes, maskBytes, quotes);
    else pieces.push(maskBytes);
    masks.push({ start: from, end: from + maskBytes.byteLength, kind });
    length = from + maskBytes.byteLength + (quotes?.byteLength ?? 0);
    at = end;
  }
  pieces.push(bytes.subarray(at));
  return { bytes: concatBytes(pieces), masks };
}
