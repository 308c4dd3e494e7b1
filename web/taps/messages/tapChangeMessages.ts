/** Texts about what a tap did to messages. */
import type { TapChange } from "../../../shared/log/entry.ts";
import { formatMs } from "../../messages/quantities.ts";

const actions: Readonly<Record<TapChange["action"], string>> = {
  held: "paused",
  edited: "edited",
  dropped: "dropped",
  answered: "answered by you",
  added: "sent by you",
  "of-tap": "by the tap",
  "for-tap": "for the tap",
  delay: "delayed",
  drop: "dropped",
  duplicate: "sent twice",
  reorder: "reordered",
  cut: "cut",
  "wrong-id": "wrong id",
  error: "error instead",
  "invalid-json": "invalid JSON",
  status: "HTTP status instead",
  close: "connection closed",
  kill: "server killed",
  "slow-reader": "read slowly",
};

/** How the time that a message waited belongs to what happened; `after` for all others. */
const prepositions: { readonly [K in TapChange["action"]]?: string } = { held: "for", delay: "by" };

/** @returns for example “edited after 2.00 s” */
export function tapChangeText({ action, waitedMs }: TapChange): string {
  if (waitedMs === undefined) return actions[action];
  return `${actions[action]} ${prepositions[action] ?? "after"} ${formatMs(waitedMs)}`;
}
