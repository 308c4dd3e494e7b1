/** Texts about what a tap did to messages. */
import type { FaultKind, TapChange } from "../../../shared/log/entry.ts";
import type { FaultOutcome, FaultSummary } from "../../../shared/taps/faultSummary.ts";
import { formatCount, formatMs } from "../../messages/quantities.ts";

export const faultNames: Readonly<Record<FaultKind, string>> = {
  delay: "Delay",
  drop: "Drop",
  duplicate: "Send twice",
  reorder: "Send after the next message",
  cut: "Cut in the middle",
  "wrong-id": "Wrong id",
  error: "Error",
  "invalid-json": "Invalid JSON",
  status: "HTTP status",
  close: "Close the connection",
  kill: "Kill the server",
  "slow-reader": "Slow reader",
};

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

const outcomes: Readonly<Record<FaultOutcome, string>> = {
  retried: "retried",
  "gave-up": "gave up",
  corrupted: "sent errors",
  "went-on": "went on",
  hung: "hung",
  waiting: "no reaction yet",
};

/** @returns for example “Happened 3 times: the client retried (2), hung (1)” */
export function faultSummaryText(summary: FaultSummary | undefined): string {
  if (!summary) return "Has not happened yet";
  const parts = Object.entries(outcomes).flatMap(([outcome, words]) => {
    const count = summary.outcomes[outcome as FaultOutcome];
    return count === undefined ? [] : [count === summary.count ? words : `${words} (${count})`];
  });
  return `Happened ${formatCount(summary.count, "time")}: the client ${parts.join(", ")}`;
}
