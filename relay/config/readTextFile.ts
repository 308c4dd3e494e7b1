/** Reads text files whose paths come from other files: only regular files of limited size. */
import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";

interface ReadTextFileOptions {
  /** Larger files are not read, in bytes. */
  readonly maxBytes: number;
  /** Only this user's files are read; undefined reads everybody's. */
  readonly userId?: number | undefined;
}

/**
 * Reads a file. A pipe or a device could block the relay, or never end.
 * @returns undefined if the file does not exist or may not be read
 */
export function readTextFile(
  path: string,
  { maxBytes, userId }: ReadTextFileOptions,
): string | undefined {
  let file: number | undefined;
  try {
    // opened first, so that the examined file is the one that is read; Windows has neither the
    // flags nor pipes
    file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const stats = fstatSync(file);
    if (!stats.isFile() || stats.size > maxBytes) return undefined;
    if (userId !== undefined && stats.uid !== userId) return undefined;
    // files of /proc have no size
    const bytes = Buffer.alloc(Math.min(maxBytes, Math.max(stats.size, 65_536)));
    let length = 0;
    while (length < bytes.byteLength) {
      const read = readSync(file, bytes, length, bytes.byteLength - length, null);
      if (read === 0) break;
      length += read;
    }
    return bytes.toString("utf8", 0, length);
  } catch {
    return undefined;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}
