/** Packs blocks into an array that a worker can transfer without a copy. */
import type { EditorBlock } from "./blocks.ts";

/** For each block its end, its number of lines, and 1 if it starts inside a string. */
export type PackedBlocks = Uint32Array<ArrayBuffer>;

const numbersPerBlock = 3;

export function packBlocks(blocks: readonly EditorBlock[]): PackedBlocks {
  const packed = new Uint32Array(blocks.length * numbersPerBlock);
  blocks.forEach(({ end, lines, inString }, index) => {
    packed.set([end, lines, inString ? 1 : 0], index * numbersPerBlock);
  });
  return packed;
}

export function unpackBlocks(packed: PackedBlocks): EditorBlock[] {
  let start = 0;
  return Array.from({ length: packed.length / numbersPerBlock }, (_, index) => {
    const [end = 0, lines = 0, inString] = packed.subarray(index * numbersPerBlock);
    const block = { start, end, lines, inString: inString === 1 };
    start = end;
    return block;
  });
}
