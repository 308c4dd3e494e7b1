/** Texts about what a tap did to messages. */
import type { TapChange } from "../../../shared/log/entry.ts";
import { formatMs } from "../../messages/quantities.ts";

const actions: Readonly<Record<TapChange["action"], string>> = {
  held: "paused, sent",
  edited: "edited",
  dropped: "dropped",
  answered: "answered by you",
  added: "sent by you",
  delay: "delayed, sent",
  drop: "dropped by a fault",
  duplicate: "sent twice",
  reorder: "reordered",
  cut: "cut",
  "wrong-id": "wrong id",
  error: "error by a fault",
  "invalid-json": "invalid JSON by a fault",
  status: "HTTP status by a fault",
  close: "connection closed",
  kill: "server killed",
  "slow-reader": "read slowly, sent",
};

/** @returns for example “edited after 2.00 s” */
export function tapChangeText({ action, waitedMs }: TapChange): string {
  return waitedMs === undefined
    ? actions[action]
    : `${actions[action]} after ${formatMs(waitedMs)}`;
}
