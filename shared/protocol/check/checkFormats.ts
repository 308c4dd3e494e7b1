/** Heuristics for string formats; a mismatch is a warning, never a violation. */

/** Characters that are examined, so that strings of megabytes cost little. */
const enough = 4096;

/**
 * Whether a string starts like an absolute URI and contains no character that URIs forbid.
 * @see https://www.rfc-editor.org/rfc/rfc3986#section-4.3
 */
export function looksLikeUri(text: string): boolean {
  return /^[a-z][a-z0-9+.-]*:[^\s"<>\\^`{|}]*$/i.test(text.slice(0, enough));
}

/**
 * Whether a string has the alphabet and the length of padded base64.
 * @see https://www.rfc-editor.org/rfc/rfc4648#section-4
 */
export function looksLikeBase64(text: string): boolean {
  const ends = text.length > enough ? text.slice(0, enough / 2) + text.slice(-enough / 2) : text;
  return text.length % 4 === 0 && /^[a-z0-9+/]*={0,2}$/i.test(ends);
}
