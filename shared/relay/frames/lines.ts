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

interface LineAssembler {
  /**
   * Adds the next chunk and yields the lines that it completes, in order, each with the offset after
   * it. The rest of the chunk is added when the next line is asked for, so all of them must be.
   */
  push(chunk: {
    offset: number;
    startsLine: boolean;
    bytes: Uint8Array;
  }): Iterable<Line & { readonly end: number }>;
  /** Marks that bytes are missing here; returns the start of the unfinished line. */
  breakLine(): Line | undefined;
  /** Ends the input; yields the last line if it had no line feed. */
  finish(): Iterable<Line>;
  /**
   * The offset at which the unfinished line begins, or the one that was yielded last, until the next
   * is asked for; undefined if there is none.
   */
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

  /** Takes the bytes of the held line, which counts as held until `handled`. */
  const take = (): Line => {
    const line = { bytes: concatBytes(held), whole };
    held = [];
    heldBytes = 0;
    return line;
  };

  const handled = () => {
    if (held.length === 0) heldFrom = undefined;
  };

  const hold = (bytes: Uint8Array, offset: number, startsLine: boolean) => {
    if (heldFrom === undefined) {
      heldFrom = offset;
      whole = startsLine;
    }
    held.push(bytes);
    heldBytes += bytes.byteLength;
  };

  return {
    *push({ offset, startsLine, bytes }) {
      let from = 0;
      try {
        for (let end = bytes.indexOf(lineFeed); end >= 0; end = bytes.indexOf(lineFeed, from)) {
          hold(bytes.subarray(from, end), offset + from, from > 0 || startsLine);
          from = end + 1;
          yield { ...take(), end: offset + from };
          handled();
        }
        if (from === bytes.byteLength) return;
        hold(bytes.subarray(from), offset + from, from > 0 || startsLine);
        if (heldBytes <= longest()) return;
        yield { ...take(), whole: false, isTooLong: true, end: offset + bytes.byteLength };
      } finally {
        // also when the line could not be handled
        handled();
      }
    },
    breakLine() {
      if (heldFrom === undefined) return undefined;
      const line = { ...take(), whole: false };
      handled();
      return line;
    },
    *finish() {
      if (heldFrom === undefined) return;
      yield take();
      handled();
    },
    heldFrom: () => heldFrom,
  };
}
