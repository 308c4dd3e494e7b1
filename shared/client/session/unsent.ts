/** Creates the entry and the calls of a frame that was never sent; the entry is in no log. */
import { decodeText } from "../../core/bytes.ts";
import type { Failure } from "../../core/failures/failure.ts";
import type { MessageEntry } from "../../log/entry.ts";
import { decodeMessages } from "../../transport/decodeMessages.ts";
import type { Transport } from "../../transport/transport.ts";
import { type Call, requestOf, type Sent } from "./call.ts";
import type { Outcome } from "./outcome.ts";

/** The `seq` of entries that are in no log. */
const unsentSeq = -1;

/**
 * Returns the result of sending what must not be sent: each call has failed already.
 * @param at milliseconds of the log's clock
 */
export function unsent(
  bytes: Uint8Array,
  kind: Transport["kind"],
  at: number,
  failure: Failure,
): Sent {
  const entry = unsentEntry(bytes, kind, at);
  const done = Promise.resolve<Outcome>({ kind: "failed", failure, ms: 0 });
  const calls = entry.heads.flatMap((head): Call[] => {
    const found = requestOf(head);
    return found ? [{ ...found, entry, done, cancel() {}, abandon() {} }] : [];
  });
  return { entry, calls, delivered: Promise.resolve(failure) };
}

function unsentEntry(bytes: Uint8Array, kind: Transport["kind"], at: number): MessageEntry {
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
