/** Texts about breakpoints and faults. */
import type { FaultKind } from "../../../shared/log/entry.ts";
import type { FaultOutcome, FaultSummary } from "../../../shared/taps/faultSummary.ts";
import type { Fault, FaultRule, RuleWhere } from "../../../shared/taps/tapOrders.ts";
import { formatCount, formatWait } from "../../messages/quantities.ts";

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

/** @returns for example “tools/call add to the server” */
export function whereText({ direction, method, subject, filter }: RuleWhere): string {
  const what = [method || "any message", subject, filter && `matching ${filter}`];
  return [...what, directionText(direction)].filter(Boolean).join(" ");
}

/** Where a message goes. */
export function directionText(direction: RuleWhere["direction"]): string {
  if (direction === "both") return "in both directions";
  return direction === "out" ? "to the server" : "to the client";
}

/** @returns for example “Delay 500 ms” */
export function faultText(fault: Fault): string {
  const name = faultNames[fault.kind];
  switch (fault.kind) {
    case "delay": {
      const span =
        fault.minMs === fault.maxMs ? `${fault.minMs} ms` : `${fault.minMs} to ${fault.maxMs} ms`;
      return `${name} ${span}${fault.msPerKilobyte > 0 ? ` and ${fault.msPerKilobyte} ms per kB` : ""}`;
    }
    case "error":
      return `${name} ${fault.code}`;
    case "status":
      return `${name} ${fault.status}`;
    case "slow-reader":
      return `${name} ${formatWait(fault.ms)}`;
    default:
      return name;
  }
}

/** @returns for example “30 %, seed 7, at most 5” */
export function chanceText({ probability, seed, limit }: FaultRule): string {
  return [
    probability < 1 && `${Math.round(probability * 1000) / 10} %, seed ${seed}`,
    limit > 0 && `at most ${limit}`,
  ]
    .filter(Boolean)
    .join(", ");
}

const outcomes: Readonly<Record<FaultOutcome, string>> = {
  retried: "retried",
  reconnected: "connected again",
  "gave-up": "gave up",
  corrupted: "sent errors",
  "went-on": "went on",
  answered: "got an answer",
  ended: "sent nothing more before the session ended",
  hung: "sent nothing for 10 s",
  waiting: "has sent nothing yet",
};

/** @param isApplied whether the tap has confirmed the rules */
export const switchedText = (isApplied: boolean) => (isApplied ? "on" : "not on yet");

/** @returns for example “Happened 3 times: the client retried (2), went on (1)” */
export function faultSummaryText(summary: FaultSummary | undefined): string {
  if (!summary) return "Has not happened yet";
  const parts = Object.entries(outcomes).flatMap(([outcome, words]) => {
    const count = summary.outcomes[outcome as FaultOutcome];
    return count === undefined ? [] : [count === summary.count ? words : `${words} (${count})`];
  });
  return `Happened ${formatCount(summary.count, "time")}: the client ${parts.join(", ")}`;
}
