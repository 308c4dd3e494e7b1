/** Sends calls that wait because all connections to their server are in use, out of turn. */
import { type EventLog, entryAt } from "../../../../shared/log/eventLog.ts";
import type { Slots } from "../../../../shared/transport/http/slots.ts";

export interface CallQueue {
  /**
   * Whether a connection is left for it.
   * @param seq the number of the entry with the request
   */
  canSendNow(seq: number): boolean;
  sendNow(seq: number): void;
}

export function createCallQueue(
  slots: Pick<Slots, "canSendNow" | "sendNow">,
  log: Pick<EventLog, "snapshot">,
): CallQueue {
  const keyOf = (seq: number) => entryAt(log.snapshot(), seq)?.exchangeId ?? "";
  return {
    canSendNow: (seq) => slots.canSendNow(keyOf(seq)),
    sendNow: (seq) => slots.sendNow(keyOf(seq)),
  };
}
