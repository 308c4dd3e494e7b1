/** Splits text into blocks that are small enough to render. */

/** A range of the text; `end` is exclusive. Blocks are contiguous. */
export type EditorBlock = {
  start: number;
  end: number;
  /** Number of lines, without wrapping. */
  lines: number;
  /** Whether the block starts inside a JSON string. */
  inString: boolean;
};

/** Maximum number of lines that browsers can scroll. */
export const maxLines = 900_000;

/** A block ends at the next line end after this many lines or UTF-16 code units. */
const targetLines = 24;
const targetLength = 1500;
/** A longer line is split, so that no block is too large to render. */
const maxLength = 2000;

/**
 * Splits at line ends where possible, and inside a line only when that line is very long.
 * @param text any text, JSON or not
 * @returns blocks that cover the complete text
 */
export function splitBlocks(text: string): EditorBlock[] {
  const blocks: EditorBlock[] = [];
  let start = 0;
  let lines = 0;
  let startsInString = false;
  let inString = false;
  let escaped = false;

  const cut = (end: number) => {
    blocks.push({ start, end, lines: Math.max(lines, 1), inString: startsInString });
    start = end;
    lines = 0;
    startsInString = inString;
  };

  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === lineFeed) {
      inString = false;
      escaped = false;
      lines++;
      if (lines >= targetLines || at + 1 - start >= targetLength) cut(at + 1);
      continue;
    }
    if (escaped) escaped = false;
    else if (code === backslash) escaped = inString;
    else if (code === quote) inString = !inString;
    if (at + 1 - start >= maxLength && !escaped && !isHighSurrogate(code)) {
      lines++;
      cut(at + 1);
    }
  }
  if (start < text.length) {
    lines++;
    cut(text.length);
  }
  return blocks;
}

/**
 * Limits blocks to the number of lines that a browser can scroll.
 * @returns the same array when all blocks fit
 */
export function scrollable(blocks: readonly EditorBlock[]): readonly EditorBlock[] {
  let lines = 0;
  const tooMany = blocks.findIndex((block) => {
    lines += block.lines;
    return lines > maxLines;
  });
  return tooMany < 0 ? blocks : blocks.slice(0, tooMany);
}

const lineFeed = 10;
const quote = 34;
const backslash = 92;

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}
