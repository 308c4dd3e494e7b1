/** Writes an answer of a user or a rule as one line. */

/** Replaces line breaks, which JSON has between tokens only: a message over stdio is one line. */
export function oneLine(text: string): string {
  return text.replace(/[\r\n]+/g, " ");
}
