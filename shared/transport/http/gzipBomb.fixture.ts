/** Creates a compressed body that unpacks to a thousand times its size. */
import { constants, deflateRawSync } from "node:zlib";

const chunkBytes = 16 * 1024 * 1024;

/**
 * Returns a gzip stream of about a thousandth of its content, made without compressing all of it.
 * @param mebibytes the unpacked size; a multiple of 16
 * @param text the text that the content repeats
 */
export function gzipBomb(mebibytes: number, text = " "): Buffer {
  const content = Buffer.alloc(chunkBytes, text);
  const block = deflateRawSync(content, { finishFlush: constants.Z_FULL_FLUSH });
  const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]);
  const blocks = Array.from({ length: mebibytes / 16 }, () => block);
  return Buffer.concat([header, ...blocks]);
}
