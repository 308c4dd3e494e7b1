/** Lets an editor that knows only "\n" work on a text without touching the line ends it already has. */

export type LineEnd = "\n" | "\r\n";

const byteOrderMark = "\uFEFF";

/**
 * What an editor shows of a text: without its byte order mark, every line end as "\n".
 *
 * @param source the text as it is kept
 */
export function editorText(source: string): string {
  const text = source.startsWith(byteOrderMark) ? source.slice(1) : source;
  return text.includes("\r") ? text.replace(/\r\n?/g, "\n") : text;
}

/**
 * Carries an edit back into the text it was made on. Whatever the edit left alone keeps its line ends
 * and its byte order mark; new lines end as the first line of the text does.
 *
 * @param source the text before the edit
 * @param edited what the editor shows after it, every line end "\n"
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
 * Gives every line of a text the same end.
 *
 * @param text the text, with whatever line ends
 * @param lineEnd the end to give
 */
export function withLineEnds(text: string, lineEnd: LineEnd): string {
  return text.replace(/\r\n?|\n/g, lineEnd);
}

/**
 * Says which line ends a text has.
 *
 * @returns "mixed" when they differ or a lone carriage return is among them, undefined for one line
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

/** Puts two texts together so that a lone "\r" and a "\n" that now meet stay two line ends. */
function join(left: string, right: string): string {
  return left.endsWith("\r") && right.startsWith("\n") ? `${left}\n${right}` : left + right;
}
