/** Cuts a text into blocks small enough to be drawn one by one. */

/** A stretch of a text; `end` is exclusive. Blocks follow each other without a gap. */
export type Block = {
  start: number;
  end: number;
  /** How many lines it has, before any are wrapped. */
  lines: number;
  /** Whether it begins in the middle of a JSON string. */
  inString: boolean;
};

/** More lines than this make a page taller than browsers can scroll. */
export const mostLines = 900_000;

const fullLines = 24;
const fullLength = 1500;
/** A longer line is cut, so that no single block is ever too large to draw. */
const longestLength = 2000;

/**
 * Cuts at line ends where it can, and inside a line only where that line is very long.
 *
 * @param text any text, JSON or not
 * @returns the blocks, which together are the text
 */
export function splitBlocks(text: string): Block[] {
  const blocks: Block[] = [];
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
      if (lines >= fullLines || at + 1 - start >= fullLength) cut(at + 1);
      continue;
    }
    if (escaped) escaped = false;
    else if (code === backslash) escaped = inString;
    else if (code === quote) inString = !inString;
    if (at + 1 - start >= longestLength && !escaped && !isHighSurrogate(code)) {
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
 * Takes as many blocks as a browser can scroll through.
 *
 * @returns the same blocks, if it can scroll through all of them
 */
export function scrollable(blocks: readonly Block[]): readonly Block[] {
  let lines = 0;
  const tooMany = blocks.findIndex((block) => {
    lines += block.lines;
    return lines > mostLines;
  });
  return tooMany < 0 ? blocks : blocks.slice(0, tooMany);
}

const lineFeed = 10;
const quote = 34;
const backslash = 92;

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}
