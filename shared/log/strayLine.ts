/** Recognizes what a server writes to standard output besides messages. */
import type { Entry } from "./entry.ts";

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
