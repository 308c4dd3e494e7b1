/** Makes an archive of a skill's files: ZIP without compression. */
import { concatBytes, encodeText } from "../core/bytes.ts";
import { crc32 } from "../core/crc32.ts";

export interface ArchivedFile {
  /** Relative, with slashes. */
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** @see https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT */
export function createSkillArchive(files: readonly ArchivedFile[]): Uint8Array {
  const parts: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let offset = 0;
  for (const { path, bytes } of files) {
    const name = encodeText(path);
    // version 2.0; names in UTF-8; stored; no time; the first day that the format has
    const common = fields(
      [20, 2],
      [0x800, 2],
      [0, 2],
      [0, 2],
      [0x21, 2],
      [crc32(bytes), 4],
      [bytes.byteLength, 4],
      [bytes.byteLength, 4],
      [name.byteLength, 2],
      [0, 2],
    );
    directory.push(
      fields([0x02014b50, 4], [20, 2]),
      common,
      fields([0, 2], [0, 2], [0, 2], [0, 4], [offset, 4]),
      name,
    );
    const file = [fields([0x04034b50, 4]), common, name, bytes];
    parts.push(...file);
    offset += file.reduce((sum, part) => sum + part.byteLength, 0);
  }
  const size = directory.reduce((sum, part) => sum + part.byteLength, 0);
  const { length: count } = files;
  const end = fields(
    [0x06054b50, 4],
    [0, 2],
    [0, 2],
    [count, 2],
    [count, 2],
    [size, 4],
    [offset, 4],
    [0, 2],
  );
  return concatBytes([...parts, ...directory, end]);
}

/** Numbers with their sizes in bytes, the lowest byte first. */
function fields(...numbers: readonly (readonly [value: number, size: 2 | 4])[]): Uint8Array {
  return concatBytes(
    numbers.map(([value, size]) => {
      const bytes = new Uint8Array(size);
      for (let at = 0; at < size; at++) bytes[at] = (value >>> (8 * at)) & 255;
      return bytes;
    }),
  );
}
