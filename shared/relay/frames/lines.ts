/** Assembles lines from chunks of standard output. */
import { concatBytes } from "../../core/bytes.ts";

/** A line without its line feed. */
export interface Line {
  readonly bytes: Uint8Array;
  /** False for a part of a line: the rest is missing, or the line is too long. */
  readonly whole: boolean;
  /** Set for the first part of a line that is too long. */
  readonly isTooLong?: true;
}

export interface LineAssembler {
  /**
   * Adds the next chunk.
   * @returns the lines that it completes, in order
   */
  push(chunk: { offset: number; startsLine: boolean; bytes: Uint8Array }): readonly Line[];
  /** Marks that bytes are missing here; returns the start of the unfinished line. */
  breakLine(): Line | undefined;
  /** Ends the input; returns the last line if it had no line feed. */
  finish(): Line | undefined;
  /** The offset at which the unfinished line begins; undefined if there is none. */
  heldFrom(): number | undefined;
}

const lineFeed = 0x0a;

/** The longest line in bytes; much longer ones would not fit in a string. */
const maxLineBytes = 268_435_456;

/**
 * Creates an empty assembler.
 * @param longest bytes of an unfinished line after which it is returned in parts
 */
export function createLineAssembler(longest: () => number = () => maxLineBytes): LineAssembler {
  let held: Uint8Array[] = [];
  let heldBytes = 0;
  let heldFrom: number | undefined;
  let whole = true;

  const take = (): Line | undefined => {
    if (heldFrom === undefined) return undefined;
    const line = { bytes: concatBytes(held), whole };
    held = [];
    heldBytes = 0;
    heldFrom = undefined;
    return line;
  };

  const hold = (bytes: Uint8Array, offset: number, startsLine: boolean) => {
    if (heldFrom === undefined) {
      heldFrom = offset;
      whole = startsLine;
    }
    held.push(bytes);
    heldBytes += bytes.byteLength;
  };

  const breakLine = () => {
    whole = false;
    return take();
  };

  return {
    push({ offset, startsLine, bytes }) {
      const lines: Line[] = [];
      let from = 0;
      for (let end = bytes.indexOf(lineFeed); end >= 0; end = bytes.indexOf(lineFeed, from)) {
        hold(bytes.subarray(from, end), offset + from, from > 0 || startsLine);
        lines.push(take() as Line);
        from = end + 1;
      }
      if (from < bytes.byteLength) {
        hold(bytes.subarray(from), offset + from, from > 0 || startsLine);
        if (heldBytes > longest()) lines.push({ ...(breakLine() as Line), isTooLong: true });
      }
      return lines;
    },
    breakLine,
    finish: take,
    heldFrom: () => heldFrom,
  };
}
