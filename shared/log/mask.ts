/** Masks the secrets of an entry. */
import { concatBytes, encodeText } from "../core/bytes.ts";
import type { Header } from "../protocol/headers.ts";
import type { SecretSpan } from "./entry.ts";

/** The replacement of every secret; its fixed length hides the length of the secret. */
export const maskCharacters = "••••••••";
const maskBytesText = encodeText(maskCharacters);

/** The spans of one part, such as `body` or `header:authorization`, sorted by start. */
export function spansOf(secrets: readonly SecretSpan[], part: SecretSpan["part"]): SecretSpan[] {
  return secrets.filter((span) => span.part === part).sort((one, other) => one.start - other.start);
}

/**
 * Masks spans of a text.
 * @param spans sorted, in UTF-16 units
 */
export function maskText(text: string, spans: readonly SecretSpan[]): string {
  return gaps(text.length, spans)
    .map(([start, end, isLast]) => text.slice(start, end) + (isLast ? "" : maskCharacters))
    .join("");
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

/**
 * Masks spans of bytes.
 * @param spans sorted, in bytes
 */
export function maskBytes(bytes: Uint8Array, spans: readonly SecretSpan[]): Uint8Array {
  if (spans.length === 0) return bytes;
  const pieces = gaps(bytes.byteLength, spans).flatMap(([start, end, isLast]) =>
    isLast ? [bytes.subarray(start, end)] : [bytes.subarray(start, end), maskBytesText],
  );
  return concatBytes(pieces);
}

/** The ranges between the spans; spans may overlap or exceed the length. */
function gaps(length: number, spans: readonly SecretSpan[]): [number, number, isLast: boolean][] {
  const stretches: [number, number, boolean][] = [];
  let at = 0;
  for (const { start, end } of spans) {
    if (end <= at) continue;
    if (start >= at) stretches.push([at, Math.min(start, length), false]);
    at = Math.min(end, length);
  }
  stretches.push([at, length, true]);
  return stretches;
}
