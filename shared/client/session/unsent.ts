/** Creates the calls of a frame that was never sent. */
import type { Failure } from "../../protocol/failures/failure.ts";
import type { Transport } from "../../transport/transport.ts";
import { unsentEntry } from "../../transport/unsentEntry.ts";
import { type Call, requestOf, type Sent } from "./call.ts";
import type { RequestOutcome } from "./outcome.ts";

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
  const done = Promise.resolve<RequestOutcome>({ kind: "failed", failure, ms: 0 });
  const calls = entry.heads.flatMap((head): Call[] => {
    const found = requestOf(head);
    return found ? [{ ...found, entry, done, cancel() {}, abandon() {} }] : [];
  });
  return { entry, calls, delivered: Promise.resolve(failure) };
}
