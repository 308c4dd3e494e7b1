/** Texts about breakpoints and faults. */
import type { Fault, FaultRule, RuleWhere } from "../../../shared/taps/tapOrders.ts";
import { formatWait } from "../../messages/quantities.ts";
import { faultNames } from "./tapChangeMessages.ts";

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
