/** Cuts the bytes of an event stream into blocks, so that each event is kept as it was on the wire. */
import { concatBytes } from "../bytes.ts";

const LF = 10;
const CR = 13;

export interface SseBlocks {
  /**
   * Takes the next bytes of the stream.
   * @returns the blocks that are complete by now: every byte up to and with the blank line that ends them
   */
  feed(chunk: Uint8Array): Uint8Array[];
  /** What is left when the stream is over: an event that was never ended, or nothing. */
  rest(): Uint8Array;
}

/**
 * Splits at blank lines, whatever the line ends (LF, CRLF, CR) and wherever the chunks are cut.
 * A block that ends in CR is complete at once; an LF that still belongs to it opens the next block.
 * @see https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream
 */
export function createSseBlocks(): SseBlocks {
  let held: Uint8Array[] = [];
  let lineIsEmpty = true;
  let afterCr = false;
  let blockHasLine = false;

  const finish = (end: Uint8Array) => {
    const block = held.length === 0 ? end : concatBytes([...held, end]);
    held = [];
    blockHasLine = false;
    return block;
  };

  return {
    feed(chunk) {
      const blocks: Uint8Array[] = [];
      let start = 0;
      let lineStart = 0;
      let lf = chunk.indexOf(LF);
      let cr = chunk.indexOf(CR);
      while (lf >= 0 || cr >= 0) {
        const isCr = lf < 0 || (cr >= 0 && cr < lf);
        const end = isCr ? cr : lf;
        if (isCr) cr = next(chunk, CR, end + 1);
        else lf = next(chunk, LF, end + 1);
        if (end > lineStart) lineIsEmpty = false;
        const isRestOfCrlf = !isCr && afterCr && end === lineStart;
        afterCr = isCr;
        lineStart = end + 1;
        if (isRestOfCrlf) continue;
        if (!lineIsEmpty) {
          blockHasLine = true;
        } else if (blockHasLine) {
          if (isCr && lf === lineStart) {
            lineStart++;
            lf = next(chunk, LF, lineStart);
            afterCr = false;
          }
          blocks.push(finish(chunk.subarray(start, lineStart)));
          start = lineStart;
        }
        lineIsEmpty = true;
      }
      if (lineStart < chunk.length) lineIsEmpty = afterCr = false;
      if (start < chunk.length) held.push(chunk.subarray(start));
      return blocks;
    },
    rest: () => finish(new Uint8Array(0)),
  };
}

/** Blank lines are common: a look at the next byte often spares the search. */
function next(bytes: Uint8Array, byte: number, from: number): number {
  return bytes[from] === byte ? from : bytes.indexOf(byte, from);
}
