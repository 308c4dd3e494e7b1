/** Guesses whether a text is written in Markdown. */

/** Characters that are checked. */
const sample = 20_000;

/** Marks that plain text rarely has; each looks at a bounded part of one line. */
const marks: readonly RegExp[] = [
  /^#{1,6} \S/m,
  /^ {0,3}(?:```|~~~)/m,
  /^ {0,3}\|?[ :]*-{3,}[ :]*\|/m,
  /\[[^\]\n]{1,200}\]\([^)\s]{1,500}\)/,
  /\*\*[^\s*][^*\n]{0,200}\*\*/,
  /(?:^|\s)`[^`\n]{1,200}`/,
  /^ {0,3}[-*+] \S.{0,2000}\n+ {0,3}[-*+] \S/m,
  /^ {0,3}1[.)] \S.{0,2000}\n+ {0,3}2[.)] \S/m,
  /^> \S/m,
];

/** Text that is JSON is none. */
export function looksLikeMarkdown(text: string): boolean {
  const start = text.slice(0, sample);
  if (/^\s*[{[]/.test(start) && !/^\s*\[[^\]\n]*\]\(/.test(start)) return false;
  return marks.some((mark) => mark.test(start));
}
