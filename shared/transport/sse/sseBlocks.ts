/** Cuts the bytes of an event stream into blocks, so that each event is kept as it was on the wire. */
import { type ByteRange, concatBytes, decodeText } from "../../core/bytes.ts";
import type { BlockText } from "../../core/sseBlock.ts";

const LF = 10;
const CR = 13;

/** One block, as bytes and as text. */
export interface CutBlock extends ByteRange, BlockText {}

export interface SseBlocks {
  /**
   * Takes the next bytes of the stream.
   * @returns the blocks that are complete by now: every byte up to and with the blank line that ends them
   */
  feed(chunk: Uint8Array): CutBlock[];
  /** Bytes of the event that has not ended yet. */
  held(): number;
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
  let heldBytes = 0;
  let lineIsEmpty = true;
  let afterCr = false;
  let blockHasLine = false;

  const finish = (end: Uint8Array) => {
    const block = held.length === 0 ? end : concatBytes([...held, end]);
    held = [];
    heldBytes = 0;
    blockHasLine = false;
    return block;
  };

  /** Cuts line by line from `start` on; returns where the last of at most so many blocks ends. */
  const cutLines = (
    chunk: Uint8Array,
    start: number,
    blocks: CutBlock[],
    { most, isPlain }: { most: number; isPlain: boolean },
  ): number => {
    let lineStart = start;
    let lf = chunk.indexOf(LF, start);
    let cr = isPlain ? -1 : chunk.indexOf(CR, start);
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
        blocks.push(withText(finish(chunk.subarray(start, lineStart))));
        start = lineStart;
        if (blocks.length === most) return start;
      }
      lineIsEmpty = true;
    }
    if (lineStart < chunk.length) lineIsEmpty = afterCr = false;
    if (start < chunk.length) {
      held.push(chunk.subarray(start));
      heldBytes += chunk.length - start;
    }
    return chunk.length;
  };

  return {
    feed(chunk) {
      const blocks: CutBlock[] = [];
      const text = plainTextOf(chunk);
      const isPlain = text !== undefined;
      let from = 0;
      if (isPlain) {
        // the first one may have begun before
        from = cutLines(chunk, from, blocks, { most: 1, isPlain });
        from = cutPlainText(chunk, text, from, blocks);
      }
      if (from < chunk.length) {
        cutLines(chunk, from, blocks, { most: Number.POSITIVE_INFINITY, isPlain });
      }
      return blocks;
    },
    held: () => heldBytes,
    rest: () => finish(new Uint8Array(0)),
  };
}

/** The text of a chunk, where each byte is a character and lines end in LF alone. */
function plainTextOf(chunk: Uint8Array): string | undefined {
  const text = decodeText(chunk);
  return text.length === chunk.length && !text.includes("\r") ? text : undefined;
}

/**
 * Cuts the blocks of a plain text from `start` on, where one begins. One search for each and one
 * decoded text for all take a fraction of the time that lines of bytes do.
 * @returns where a block begins that has to be looked at line by line, if it is there at all
 */
function cutPlainText(chunk: Uint8Array, text: string, start: number, blocks: CutBlock[]): number {
  const { buffer, byteOffset } = chunk;
  let begin = start;
  for (;;) {
    const last = text.indexOf("\n\n", begin);
    // blank lines before a block end none
    if (last <= begin) return begin;
    const end = last + 2;
    const range = { buffer, byteOffset: byteOffset + begin, byteLength: end - begin };
    blocks.push({ ...range, text, begin, end, isPlain: true });
    begin = end;
  }
}

function withText(bytes: Uint8Array): CutBlock {
  const { buffer, byteOffset, byteLength } = bytes;
  const text = decodeText(bytes);
  return { buffer, byteOffset, byteLength, text, begin: 0, end: text.length, isPlain: false };
}

/** Blank lines are common: a look at the next byte often spares the search. */
function next(bytes: Uint8Array, byte: number, from: number): number {
  return bytes[from] === byte ? from : bytes.indexOf(byte, from);
}
