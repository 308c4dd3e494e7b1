/** Creates the entry of a frame that was not sent; it is in no log. */
import { decodeText } from "../core/bytes.ts";
import type { MessageEntry } from "../log/entry.ts";
import { decodeMessages } from "./decodeMessages.ts";
import type { Transport } from "./transport.ts";

/** The `seq` of entries that are in no log. */
const unsentSeq = -1;

/** @param at milliseconds of the log's clock */
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
