/** Splits the bytes of an event stream into blocks, so that each event is logged byte for byte. */
import { type ByteRange, concatBytes, decodeText } from "../../core/bytes.ts";
import type { BlockText } from "../../protocol/sseBlock.ts";

const LF = 10;
const CR = 13;

/** One block, as bytes and as text. */
export interface CutBlock extends ByteRange, BlockText {}

interface SseBlocks {
  /**
   * Adds the next bytes of the stream.
   * @returns the completed blocks, each with the blank line that ends it
   */
  feed(chunk: Uint8Array): CutBlock[];
  /** Number of buffered bytes of the incomplete event. */
  bufferedBytes(): number;
  /** The bytes left when the stream ends: an incomplete event, or nothing. */
  rest(): Uint8Array;
}

/**
 * Creates a splitter for any line ends (LF, CRLF, CR) and any chunk boundaries.
 * A block that ends in CR is complete without waiting for more; an LF after it becomes part of the next block.
 * @see https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream
 */
export function createSseBlocks(): SseBlocks {
  let buffered: Uint8Array[] = [];
  let bufferedBytes = 0;
  let lineIsEmpty = true;
  let afterCr = false;
  let blockHasLine = false;

  const finish = (end: Uint8Array) => {
    const block = buffered.length === 0 ? end : concatBytes([...buffered, end]);
    buffered = [];
    bufferedBytes = 0;
    blockHasLine = false;
    return block;
  };

  /** Splits line by line from `start`; returns the end of the last block, after at most `max` blocks. */
  const cutLines = (
    chunk: Uint8Array,
    start: number,
    blocks: CutBlock[],
    { max, isPlain }: { max: number; isPlain: boolean },
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
        if (blocks.length === max) return start;
      }
      lineIsEmpty = true;
    }
    if (lineStart < chunk.length) lineIsEmpty = afterCr = false;
    if (start < chunk.length) {
      buffered.push(chunk.subarray(start));
      bufferedBytes += chunk.length - start;
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
        // the first block may have begun in an earlier chunk
        from = cutLines(chunk, from, blocks, { max: 1, isPlain });
        from = cutPlainText(chunk, text, from, blocks);
      }
      if (from < chunk.length) {
        cutLines(chunk, from, blocks, { max: Number.POSITIVE_INFINITY, isPlain });
      }
      return blocks;
    },
    bufferedBytes: () => bufferedBytes,
    rest: () => finish(new Uint8Array(0)),
  };
}

/** The text of a chunk if each byte is one character and lines end in LF only; otherwise undefined. */
function plainTextOf(chunk: Uint8Array): string | undefined {
  const text = decodeText(chunk);
  return text.length === chunk.length && !text.includes("\r") ? text : undefined;
}

/**
 * Splits the blocks of a plain text from `start`, the beginning of a block. One search per block and
 * one decoded text for all blocks are several times faster than searching bytes line by line.
 * @returns the beginning of the first block that needs splitting line by line, or of the rest
 */
function cutPlainText(chunk: Uint8Array, text: string, start: number, blocks: CutBlock[]): number {
  const { buffer, byteOffset } = chunk;
  let begin = start;
  for (;;) {
    const last = text.indexOf("\n\n", begin);
    // a blank line before a block ends no block
    if (last <= begin) return begin;
    const end = last + 2;
    const byteLength = end - begin;
    blocks.push({
      buffer,
      byteOffset: byteOffset + begin,
      byteLength,
      text,
      begin,
      end,
      isPlain: true,
    });
    begin = end;
  }
}

function withText(bytes: Uint8Array): CutBlock {
  const { buffer, byteOffset, byteLength } = bytes;
  const text = decodeText(bytes);
  return { buffer, byteOffset, byteLength, text, begin: 0, end: text.length, isPlain: false };
}

/** Finds a byte; checks the next byte first, as blank lines are common. */
function next(bytes: Uint8Array, byte: number, from: number): number {
  return bytes[from] === byte ? from : bytes.indexOf(byte, from);
}
