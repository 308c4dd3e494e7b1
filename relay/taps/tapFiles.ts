/** Lists and reads the recordings of taps. */
import { createHash } from "node:crypto";
import { closeSync, constants, lstatSync, openSync, readdirSync, readSync } from "node:fs";
import { join } from "node:path";
import { toBase64 } from "../../shared/core/base64.ts";
import type { TapRecording } from "../../shared/relay/frames/tapFrames.ts";

/** Bytes that are read at once. */
const partBytes = 384 * 1024;
/** Recordings that are listed; a tap keeps fewer. */
const maxListed = 100;

/** @returns the recordings in a folder, from new to old; empty if it cannot be read */
export function listTapFiles(folder: string): readonly TapRecording[] {
  try {
    const names = readdirSync(folder).filter((name) => name.endsWith(".json"));
    return names
      .toSorted()
      .reverse()
      .slice(0, maxListed)
      .flatMap((file) => {
        const found = lstatSync(join(folder, file), { throwIfNoEntry: false });
        return found?.isFile() ? [{ id: idOf(file), file, bytes: found.size }] : [];
      });
  } catch {
    return [];
  }
}

/**
 * Reads a part of a recording.
 * @returns the bytes as base64, none at the end; undefined if there is no such recording
 */
export function readTapFile(
  folder: string,
  id: string,
  from: number,
): { readonly next: number; readonly documents: readonly string[] } | undefined {
  const found = listTapFiles(folder).find((each) => each.id === id);
  if (!found) return undefined;
  let file: number | undefined;
  try {
    file = openSync(join(folder, found.file), constants.O_RDONLY | constants.O_NOFOLLOW);
    const bytes = new Uint8Array(partBytes);
    const length = readSync(file, bytes, 0, partBytes, from);
    const documents = length === 0 ? [] : [toBase64(bytes.subarray(0, length))];
    return { next: from + length, documents };
  } catch {
    return undefined;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** Names of files are not used as ids, so that a page cannot name another file. */
const idOf = (file: string) => createHash("sha256").update(file).digest("hex").slice(0, 32);
