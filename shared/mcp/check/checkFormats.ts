/** Whether a text looks like what a format asks for; never a matter of validity. */

/** Enough to tell a URI, or base64, from something else without reading megabytes. */
const enough = 4096;

/**
 * Whether a text begins like an absolute URI, with no character that none may hold.
 * @see https://www.rfc-editor.org/rfc/rfc3986#section-4.3
 */
export function looksLikeUri(text: string): boolean {
  return /^[a-z][a-z0-9+.-]*:[^\s"<>\\^`{|}]*$/i.test(text.slice(0, enough));
}

/**
 * Whether a text has the alphabet and the length of padded base64.
 * @see https://www.rfc-editor.org/rfc/rfc4648#section-4
 */
export function looksLikeBase64(text: string): boolean {
  const ends = text.length > enough ? text.slice(0, enough / 2) + text.slice(-enough / 2) : text;
  return text.length % 4 === 0 && /^[a-z0-9+/]*={0,2}$/i.test(ends);
}
