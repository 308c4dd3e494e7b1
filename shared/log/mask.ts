/** Replaces secrets in texts and bytes by a mask of fixed length. */
import { concatBytes, encodeText } from "../core/bytes.ts";
import type { Header } from "../protocol/headers.ts";
import type { SecretSpan } from "./entry.ts";

/** The replacement of every secret; its fixed length hides the length of the secret. */
export const maskCharacters = "••••••••";
const maskCharactersInBytes = encodeText(maskCharacters);

/** A range to mask: in UTF-16 units of a text, or in bytes. */
export interface MaskRange {
  readonly start: number;
  readonly end: number;
  readonly kind: SecretSpan["kind"];
  /** Quotes to put around the mask, where it replaces a number of JSON. */
  readonly quote?: string;
}

/** The spans of one part, such as `body` or `header:authorization`, sorted by start. */
export function spansOf(secrets: readonly SecretSpan[], part: SecretSpan["part"]): SecretSpan[] {
  return secrets.filter((span) => span.part === part).sort((one, other) => one.start - other.start);
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

/** Masks ranges of a text, in any order. */
export function maskText(text: string, ranges: readonly MaskRange[]): string {
  return maskTextRanges(text, joinRanges(ranges, text.length)).text;
}

/** Masks the secrets in header values. */
export function maskHeaders(
  headers: readonly Header[],
  secrets: readonly SecretSpan[],
): readonly Header[] {
  return headers.map(([name, value]) => [
    name,
    maskText(value, spansOf(secrets, `header:${name.toLowerCase()}`)),
  ]);
}

/** Masks ranges of bytes, in any order. */
export function maskBytes(bytes: Uint8Array, ranges: readonly MaskRange[]): Uint8Array {
  return maskByteRanges(bytes, joinRanges(ranges, bytes.byteLength)).bytes;
}

/**
 * Masks ranges of a text.
 * @param ranges from {@link joinRanges}
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

/** As {@link maskTextRanges}, for bytes. */
export function maskByteRanges(bytes: Uint8Array, ranges: readonly MaskRange[]) {
  if (ranges.length === 0) return { bytes, masks: [] };
  const pieces: Uint8Array[] = [];
  const masks: MaskRange[] = [];
  let [at, length] = [0, 0];
  for (const { start, end, kind, quote = "" } of ranges) {
    const quotes = encodeText(quote);
    pieces.push(bytes.subarray(at, start), quotes, maskCharactersInBytes, quotes);
    const from = length + start - at + quotes.byteLength;
    masks.push({ start: from, end: from + maskCharactersInBytes.byteLength, kind });
    length = from + maskCharactersInBytes.byteLength + quotes.byteLength;
    at = end;
  }
  pieces.push(bytes.subarray(at));
  return { bytes: concatBytes(pieces), masks };
}
