/** Writes the documents of a tap to a file, which is a complete recording after each of them. */
import { closeSync, ftruncateSync, openSync, readdirSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { encodeText } from "../../../../shared/core/bytes.ts";
import type { LiveDocument } from "../../../../shared/recording/live/liveDocuments.ts";
import { makePrivateFolder } from "../../../store/privateFile.ts";

/** Bytes of one file, and the number of files that are kept. */
const [maxFileBytes, maxFiles] = [64 * 1024 * 1024, 20];

interface TapFile {
  /** Without the folder. */
  readonly name: string;
  add(document: LiveDocument): void;
  close(): void;
}

/**
 * Creates the file in a folder that only its owner can read, and deletes the oldest of many.
 * @param name a part of the file's name
 * @returns undefined if it cannot be created: the tap works without it
 */
export function createTapFile(
  folder: string,
  name: string,
  startedAt: number,
  maxBytes = maxFileBytes,
): TapFile | undefined {
  let file: number;
  let fileName: string;
  try {
    makePrivateFolder(folder);
    const kept = readdirSync(folder).filter((each) => each.endsWith(".json"));
    for (const old of kept.toSorted().slice(0, -(maxFiles - 1))) rmSync(join(folder, old));
    const time = new Date(startedAt).toISOString().replaceAll(":", "-");
    const words = name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");
    fileName = `${time}-${words.slice(0, 40)}-${process.pid}.json`;
    file = openSync(join(folder, fileName), "wx", 0o600);
  } catch {
    return undefined;
  }
  /** Where the next entry is written, over the end of the document. */
  let at = 0;
  let leftOut = 0;
  let head: NonNullable<LiveDocument["head"]> | undefined;
  let isFull = false;
  let hasEntries = false;

  const endText = () => {
    const { connections } = head ?? {};
    const more = leftOut > 0 ? { leftOut: [{ code: "entries", count: leftOut }] } : {};
    return `\n],${JSON.stringify({ connections, ...more }).slice(1)}\n`;
  };

  const write = (text: string) => {
    const bytes = encodeText(text);
    const end = encodeText(endText());
    const whole = Buffer.concat([bytes, end]);
    for (let from = 0; from < whole.byteLength; ) {
      from += writeSync(file, whole, from, whole.byteLength - from, at + from);
    }
    ftruncateSync(file, at + whole.byteLength);
    at += bytes.byteLength;
  };

  /** Without room on the disk, what was written before stays a complete recording. */
  const tryWrite = (text: string, entries: number) => {
    const isTooLong = at + text.length > maxBytes;
    try {
      if (isTooLong || isFull) leftOut += entries;
      write(isTooLong || isFull ? "" : text);
    } catch {
      isFull = true;
      leftOut += entries;
      try {
        ftruncateSync(file, at);
        write("");
      } catch {}
    }
  };

  return {
    name: fileName,
    add({ head: newHead, entries = [], skipped = 0 }) {
      if (newHead) head = newHead;
      if (!head) return;
      leftOut += skipped;
      if (at === 0) {
        const { connections: _, ...fixed } = head;
        tryWrite(`${JSON.stringify(fixed).slice(0, -1)},"entries":[`, 0);
        if (at === 0) return;
      }
      const lines = entries.map((entry) => `\n${JSON.stringify(entry)}`).join(",");
      if (lines === "") return tryWrite("", 0);
      const before = at;
      tryWrite(hasEntries ? `,${lines}` : lines, entries.length);
      hasEntries ||= at > before;
    },
    close: () => closeSync(file),
  };
}
