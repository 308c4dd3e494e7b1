/** Texts about breakpoints and faults. */
import type { FaultKind } from "../../../shared/log/entry.ts";
import type { FaultOutcome, FaultSummary } from "../../../shared/taps/faultSummary.ts";
import type { Breakpoint, Fault, FaultRule, RuleWhere } from "../../../shared/taps/tapOrders.ts";
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

/** What is paused or changed: “delete_note on its way to the server”. */
function whereText({ direction, method, subject, filter }: RuleWhere): string {
  const isCall = method === "tools/call" && subject !== "";
  const what = isCall ? subject : [method || "any message", subject].filter(Boolean).join(" ");
  const matching = filter === "" ? "" : ` matching ${filter}`;
  return `${what}${matching} ${wayText(direction)}`;
}

function wayText(direction: RuleWhere["direction"]): string {
  return direction === "both" ? "in both directions" : `on its way ${directionText(direction)}`;
}

/** @returns for example “Pause delete_note on its way to the server, for at most 50 s” */
export function breakpointText({ where, waitMs }: Breakpoint): string {
  return `Pause ${whereText(where)}, for at most ${formatWait(waitMs)}`;
}

/** @returns for example “Delay 500 ms: tools/call on its way to the client, 30 %, seed 7, at most 5 times” */
export function faultRuleText(rule: FaultRule): string {
  const chance = chanceText(rule);
  return `${faultText(rule.fault)}: ${whereText(rule.where)}${chance && `, ${chance}`}`;
}

/** What a breakpoint does now. */
export const heldText = (held: number) => (held > 0 ? `holds ${held} now` : "");

/** Where a message goes. */
export function directionText(direction: RuleWhere["direction"]): string {
  if (direction === "both") return "in both directions";
  return direction === "out" ? "to the server" : "to the client";
}

/** Who sent a message in a direction. */
export const senderOf = (direction: "out" | "in") => (direction === "out" ? "client" : "server");

/**
 * When a message that waits goes on by itself, and how long the client waits for its answer.
 * @param limitMs of the breakpoint @param clientMs of clients with usual settings
 */
export function pauseLimitsText(limitMs: number, clientMs: number): string {
  return `sent unchanged at ${formatWait(limitMs)} · many clients give up at ${clientMs / 1000} s`;
}

/** @returns for example “Delay 500 ms” */
function faultText(fault: Fault): string {
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

/** @returns for example “30 %, seed 7, at most 5 times” */
function chanceText({ probability, seed, limit }: FaultRule): string {
  return [
    probability < 1 && `${Math.round(probability * 1000) / 10} %, seed ${seed}`,
    limit > 0 && (limit === 1 ? "once" : `at most ${limit} times`),
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

/** @returns for example “3 times: the client retried (2), went on (1)” */
export function faultSummaryText(summary: FaultSummary | undefined): string {
  if (!summary) return "not yet";
  const parts = Object.entries(outcomes).flatMap(([outcome, words]) => {
    const count = summary.outcomes[outcome as FaultOutcome];
    return count === undefined ? [] : [count === summary.count ? words : `${words} (${count})`];
  });
  return `${formatCount(summary.count, "time")}: the client ${parts.join(", ")}`;
}
