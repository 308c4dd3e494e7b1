/** Limits the length of texts that are shown, and puts nouns into sentences. */

/**
 * The start of a text with an ellipsis; the text itself if it is short enough.
 * @param maxLength in UTF-16 code units, without the ellipsis; a surrogate pair is not divided
 */
export function shortened(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const isInPair = /[\uD800-\uDBFF]/.test(text.charAt(maxLength - 1));
  return `${text.slice(0, isInPair ? maxLength - 1 : maxLength)}…`;
}

/** A noun with its indefinite article, such as the name of a JSON type; `null` has none. */
export function withArticle(noun: string): string {
  if (noun === "null") return noun;
  return `${/^[aeiou]/.test(noun) ? "an" : "a"} ${noun}`;
}
