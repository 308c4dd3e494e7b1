/** Breakpoints and faults as one kind of thing: a rule. */
import type { Fault } from "../../../shared/taps/tapOrders.ts";
import type { PageBreakpoint, PageFault, TapControl } from "./tapControl.ts";

export type PageRule =
  | { readonly kind: "breakpoint"; readonly rule: PageBreakpoint }
  | { readonly kind: "fault"; readonly rule: PageFault };

/** What a rule does: it pauses, or it is a fault. */
export type RuleAction = "pause" | Fault["kind"];

/** Milliseconds that a message waits; below what many clients wait for an answer. */
const waitMs = 50_000;

const onCalls = { direction: "out", method: "tools/call", subject: "", filter: "" } as const;

/** Pauses calls. */
export function newRule(id: string): PageRule {
  return { kind: "breakpoint", rule: { id, isOn: true, where: onCalls, waitMs } };
}

export function actionOf(rule: PageRule): RuleAction {
  return rule.kind === "breakpoint" ? "pause" : rule.rule.fault.kind;
}

/**
 * The same rule with another action; a fault happens once, until the user wants it more often.
 * @param seed of the choices of a new fault
 */
export function withAction({ rule }: PageRule, action: RuleAction, seed: number): PageRule {
  const { id, isOn, where } = rule;
  const base = { id, isOn, where };
  if (action === "pause") return { kind: "breakpoint", rule: { ...base, waitMs } };
  const chance =
    "fault" in rule
      ? { probability: rule.probability, seed: rule.seed, limit: rule.limit }
      : { probability: 1, seed, limit: 1 };
  return { kind: "fault", rule: { ...base, fault: newFault(action), ...chance } };
}

function newFault(kind: Fault["kind"]): Fault {
  switch (kind) {
    case "delay":
      return { kind, minMs: 1000, maxMs: 1000, msPerKilobyte: 0 };
    case "error":
      return { kind, code: -32603, message: "Internal error" };
    case "status":
      return { kind, status: 503, headers: [["Content-Type", "text/plain"]], body: "Unavailable" };
    case "slow-reader":
      return { kind, ms: 2000 };
    default:
      return { kind };
  }
}

/** Adds a rule, or replaces the one with its id. */
export function saveRule(control: TapControl, each: PageRule): void {
  if (each.kind === "breakpoint") control.setBreakpoint(each.rule);
  else control.setFault(each.rule);
}
