/** Describes a frame that never left, in the form of a log entry that no log holds. */
import { decodeText } from "../../core/bytes.ts";
import type { MessageEntry } from "../../log/entry.ts";
import { decodeMessages } from "../../transport/decodeMessages.ts";
import type { Transport } from "../../transport/transport.ts";

/** The position of entries that are in no log. */
export const unsentSeq = -1;

/** @param at milliseconds on the clock of the log */
export function unsentEntry(bytes: Uint8Array, kind: Transport["kind"], at: number): MessageEntry {
  const { heads, batch } = decodeMessages(decodeText(bytes));
  return {
    kind: "message",
    seq: unsentSeq,
    connectionId: "",
    exchangeId: undefined,
    at,
    direction: "none",
    size: 0,
    secrets: [],
    carrier: kind === "stdio" ? "stdio" : "http",
    heads,
    batch,
  };
}
