/** Checks JSON text, and finds where its tokens begin and end, in text of any length. */

export const quote = 34;
export const comma = 44;
export const colon = 58;
export const openBracket = 91;
export const backslash = 92;
export const closeBracket = 93;
export const openBrace = 123;
export const closeBrace = 125;

/** Whether a text is one JSON value. */
export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * @returns the offset of the first character that is not white space
 * @see https://www.rfc-editor.org/rfc/rfc8259#section-2
 */
export function skipSpace(text: string, from: number): number {
  let at = from;
  while (classes[text.charCodeAt(at)] === 1) at++;
  return at;
}

/**
 * Finds the end of a token; in text that is not JSON, of anything up to the next delimiter.
 * @param start offset of its first character, from {@link skipSpace}
 * @returns the offset after it; a string that is not closed reaches to the end of the text
 */
export function endOfToken(text: string, start: number): number {
  const first = text.charCodeAt(start);
  if (first === quote) {
    const end = endOfString(text, start);
    return end < 0 ? text.length : end;
  }
  let at = start + 1;
  if (isPunctuation(first)) return at;
  while (at < text.length && !classes[text.charCodeAt(at)]) at++;
  return at;
}

/**
 * Finds the end of a string. A regular expression would exhaust its stack on millions of characters.
 * @param open offset of the opening quote
 * @param from offset at which the search for the closing quote begins
 * @param to offset before which it ends
 * @returns the offset after the closing quote; -1 if there is none
 */
export function endOfString(text: string, open: number, from = open + 1, to = text.length): number {
  const searched = text.slice(0, to);
  for (let end = searched.indexOf('"', from); end >= 0; end = searched.indexOf('"', end + 1)) {
    let slash = end - 1;
    while (slash > open && text.charCodeAt(slash) === backslash) slash--;
    if ((end - slash) % 2 === 1) return end + 1;
  }
  return -1;
}

/** By character: 1 for white space, 2 for punctuation, 3 for the quote, otherwise 0. */
const classes = new Uint8Array(128);
for (const code of [32, 10, 13, 9]) classes[code] = 1;
for (const code of [comma, colon, openBracket, closeBracket, openBrace, closeBrace]) {
  classes[code] = 2;
}
classes[quote] = 3;

/** Whether a character is a token of its own: a bracket, brace, comma or colon. */
export function isPunctuation(code: number): boolean {
  return classes[code] === 2;
}
