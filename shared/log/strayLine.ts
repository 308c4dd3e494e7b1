/** Recognizes what a server writes to standard output besides messages. */
import { decodeText } from "../core/bytes.ts";
import type { Entry } from "./entry.ts";

/** Bytes of a line that are shown. */
const maximumBytes = 200;

/**
 * Whether an entry is a line of a server's standard output that is no message.
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#stdio
 */
export function isStrayLine(entry: Entry): boolean {
  return (
    entry.kind === "message" &&
    entry.carrier === "stdio" &&
    entry.direction === "in" &&
    entry.heads.every(({ kind }) => kind === "invalid")
  );
}

/** The start of such a line, for a sentence. */
export function strayText(bytes: Uint8Array): string {
  return decodeText(bytes.subarray(0, maximumBytes)).trim();
}
