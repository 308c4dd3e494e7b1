/** Writes foreign text as code in Markdown, so that no character in it is markup. */

/** Characters of a block that are written. */
const maxBlockLength = 4000;

/** Code in a line. */
export function codeSpan(text: string): string {
  // without content the backticks would start a span that ends in the following text
  const line = text.replace(/[\r\n\u2028\u2029]+/g, " ") || " ";
  const ticks = "`".repeat(longestRun(line) + 1);
  return /^`|`$/.test(line) ? `${ticks} ${line} ${ticks}` : `${ticks}${line}${ticks}`;
}

/** A fenced block of JSON, after an empty line; its fence is longer than any run of backticks inside. */
export function codeBlock(text: string): string {
  const cut = text.length > maxBlockLength;
  const shown = cut ? `${text.slice(0, maxBlockLength)} …` : text;
  const fence = "`".repeat(Math.max(3, longestRun(shown) + 1));
  return `\n\n${fence}json\n${shown}\n${fence}`;
}

function longestRun(text: string): number {
  return [...text.matchAll(/`+/g)].reduce((most, [run]) => Math.max(most, run.length), 0);
}
