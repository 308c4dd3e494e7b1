/** Preserves the line ends of a text that is edited in an editor with "\n" line ends only. */

type LineEnd = "\n" | "\r\n";

const byteOrderMark = "\uFEFF";

/**
 * Returns the text for the editor: without byte order mark, with "\n" line ends.
 * @param source original text
 */
export function editorText(source: string): string {
  const text = source.startsWith(byteOrderMark) ? source.slice(1) : source;
  return text.includes("\r") ? text.replace(/\r\n?/g, "\n") : text;
}

/**
 * Applies an edit to the original text. Unchanged parts keep their line ends and the byte order mark;
 * new lines get the line end of the first line.
 * @param source original text before the edit
 * @param edited text in the editor after the edit, with "\n" line ends
 */
export function withEdit(source: string, edited: string): string {
  const shown = editorText(source);
  if (shown === source) return edited;
  if (shown === edited) return source;

  const shorter = Math.min(shown.length, edited.length);
  let head = 0;
  while (head < shorter && shown[head] === edited[head]) head++;
  let tail = 0;
  while (tail < shorter - head && shown.at(-1 - tail) === edited.at(-1 - tail)) tail++;

  const before = source.slice(0, sourceOffset(source, head));
  const after = source.slice(sourceOffset(source, shown.length - tail));
  const inserted = edited.slice(head, edited.length - tail);
  const lineEnd = /\r\n?|\n/.exec(source)?.[0] === "\r\n" ? "\r\n" : "\n";
  return join(join(before, withLineEnds(inserted, lineEnd)), after);
}

/**
 * Converts all line ends of a text.
 */
export function withLineEnds(text: string, lineEnd: LineEnd): string {
  return text.replace(/\r\n?|\n/g, lineEnd);
}

/**
 * Detects the line ends of a text.
 * @returns "mixed" when they differ or include a lone carriage return, undefined for a single line
 */
export function lineEndsOf(text: string): LineEnd | "mixed" | undefined {
  const ends = new Set(text.match(/\r\n?|\n/g));
  if (ends.size === 0) return undefined;
  if (ends.size > 1) return "mixed";
  if (ends.has("\n")) return "\n";
  return ends.has("\r\n") ? "\r\n" : "mixed";
}

function sourceOffset(source: string, shownOffset: number): number {
  let offset = source.startsWith(byteOrderMark) ? 1 : 0;
  for (let shown = 0; shown < shownOffset; shown++) {
    offset += source[offset] === "\r" && source[offset + 1] === "\n" ? 2 : 1;
  }
  return offset;
}

/** Concatenates two texts so that an adjacent lone "\r" and "\n" stay two line ends. */
function join(left: string, right: string): string {
  return left.endsWith("\r") && right.startsWith("\n") ? `${left}\n${right}` : left + right;
}
