/**
 * Decides how a text from outside is shown where users decide about it: hidden characters are
 * escaped; of a long text, both ends are shown and how many characters are between them.
 */
import { type ShownText, shownText } from "./shownText.ts";
import { type VisiblePart, visibleText } from "./visibleText.ts";

/** A part of a text that is shown; a placeholder hides a value. */
export interface Segment {
  readonly text: string;
  readonly isPlaceholder: boolean;
  readonly parts: readonly VisiblePart[];
}

interface BoundedText {
  readonly start: readonly Segment[];
  /** UTF-16 code units that are left out between `start` and `end`. */
  readonly left: number;
  readonly end: readonly Segment[];
}

type RawSegment = Pick<Segment, "text" | "isPlaceholder">;

/**
 * Leaves out the middle of a long text.
 * @param maxLength UTF-16 code units that remain; a third of them are the end of the text
 */
export function boundText(pieces: ShownText, maxLength: number): BoundedText {
  const segments = segmentsOf(pieces);
  const { length } = shownText(pieces);
  const kept = Math.floor(maxLength / 3);
  const isCut = length > maxLength;
  const start = isCut ? cut(segments, 0, maxLength - kept) : segments;
  const end = isCut ? cut(segments, length - kept, length) : [];
  const all = [...start, ...end].map(
    (segment, index, { length: count }): Segment => ({
      ...segment,
      parts: visibleText(segment.text, { isStart: index === 0, isEnd: index === count - 1 }),
    }),
  );
  return {
    start: all.slice(0, start.length),
    left: length - lengthOf(all),
    end: all.slice(start.length),
  };
}

/** Text of the author that adjoins is one segment, because some characters mislead only in a word. */
function segmentsOf(pieces: ShownText): readonly RawSegment[] {
  const segments: RawSegment[] = [];
  for (const piece of pieces) {
    const isPlaceholder = typeof piece !== "string" && piece.isHidden;
    const text = shownText([piece]);
    const last = segments.at(-1);
    if (last && !isPlaceholder && !last.isPlaceholder) {
      segments[segments.length - 1] = { text: last.text + text, isPlaceholder };
    } else segments.push({ text, isPlaceholder });
  }
  return segments;
}

/** The part of a text between two offsets, without halves of surrogate pairs. */
function cut(segments: readonly RawSegment[], from: number, to: number): readonly RawSegment[] {
  let at = 0;
  return segments.flatMap((segment) => {
    const start = at;
    at += segment.text.length;
    let text = segment.text.slice(Math.max(0, from - start), Math.max(0, to - start));
    if (to < at) text = text.replace(/[\ud800-\udbff]$/, "");
    if (from > start) text = text.replace(/^[\udc00-\udfff]/, "");
    return text === "" ? [] : [{ ...segment, text }];
  });
}

const lengthOf = (segments: readonly Segment[]) =>
  segments.reduce((sum, { text }) => sum + text.length, 0);

/**
 * A text from outside as a part of a line, such as a name in a heading or in the terminal.
 * @param maxLength UTF-16 code units of the text; its escapes are longer
 */
export function exactLine(text: string, maxLength = 100): string {
  const { start, left, end } = boundText([text], maxLength);
  const written = (segments: readonly Segment[]) =>
    segments
      .flatMap(({ parts }) => parts)
      .map((part) =>
        part.kind === "text" || part.count === 1 ? part.text : `${part.text}×${part.count}`,
      )
      .join("");
  if (left === 0) return written(start);
  return `${written(start)} … (${left.toLocaleString("en")} more characters) … ${written(end)}`;
}

/** A URL in one line as it is contacted: the name of an international host in its ASCII form. */
export function exactUrl(url: string, maxLength = 300): string {
  return exactLine(URL.parse(url)?.href ?? url, maxLength);
}
