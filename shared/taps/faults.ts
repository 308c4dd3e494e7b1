/** Decides which fault happens to a message, and what that means for it. */
import { putText } from "../core/json/putText.ts";
import { createRandom } from "../core/seededRandom.ts";
import type { MessageHead } from "../protocol/jsonRpc.ts";
import type { Fault, FaultRule } from "./tapOrders.ts";
import { createMatcher, type TappedMessage } from "./tappedMessage.ts";

/** What a tap does to a message. */
export interface FaultEffect {
  /** The id of the rule. */
  readonly rule: string;
  readonly kind: Fault["kind"];
  /** Milliseconds that the message waits. */
  readonly waitMs: number;
  /** What is sent on in its place, in order; nothing if it is dropped. */
  readonly texts: readonly string[];
  /** What its sender gets instead of an answer. */
  readonly replies: readonly string[];
  /** The response over HTTP that its sender gets. */
  readonly response?: Extract<Fault, { kind: "status" }>;
}

/** Milliseconds that a message waits for the next one, to be sent after it. */
export const reorderMs = 2000;

/** How messages are carried; each of them has faults that the other one does not have. */
export type FaultCarrier = "stdio" | "http";

/** Faults of one kind of server. */
const onlyFor: Partial<Record<Fault["kind"], FaultCarrier>> = { status: "http", kill: "stdio" };

/** Whether a fault can happen to messages that are carried so. */
export function isFaultOf(kind: Fault["kind"], carrier: FaultCarrier): boolean {
  return (onlyFor[kind] ?? carrier) === carrier;
}

export interface Faults {
  /** Replaces the rules; those that stay the same go on counting, with the same choices. */
  set(rules: readonly FaultRule[]): void;
  /** @returns the first fault that happens to a message, if any */
  effectOn(message: TappedMessage): FaultEffect | undefined;
}

export function createFaults(carrier: FaultCarrier): Faults {
  let known: readonly ReturnType<typeof countedRule>[] = [];
  return {
    set(rules) {
      known = rules.map((rule) => {
        const text = JSON.stringify(rule);
        return known.find((each) => each.text === text) ?? countedRule(rule, text);
      });
    },
    effectOn(message) {
      for (const each of known) {
        const { rule, random } = each;
        const { id, fault, limit, probability } = rule;
        const isPossible = isFaultOf(fault.kind, carrier) && each.matches(message);
        if (!isPossible || (limit > 0 && each.used >= limit) || random() >= probability) continue;
        const parts = partsOf(fault, message, random);
        if (!parts) continue;
        each.used++;
        return { rule: id, kind: fault.kind, waitMs: 0, texts: [], replies: [], ...parts };
      }
      return undefined;
    },
  };
}

const countedRule = (rule: FaultRule, text: string) => ({
  rule,
  text,
  matches: createMatcher(rule.where),
  random: createRandom(rule.seed),
  used: 0,
});

type Parts = Partial<Pick<FaultEffect, "waitMs" | "texts" | "replies" | "response">>;

/** @returns undefined if the fault makes no sense for the message */
function partsOf(fault: Fault, message: TappedMessage, random: () => number): Parts | undefined {
  const { text } = message;
  switch (fault.kind) {
    case "delay": {
      const { minMs, maxMs, msPerKilobyte } = fault;
      const span = Math.max(0, maxMs - minMs);
      return {
        waitMs: minMs + random() * span + (msPerKilobyte * text.length) / 1000,
        texts: [text],
      };
    }
    case "duplicate":
      if (message.isBody && message.direction === "in") return undefined;
      return { texts: [text, text] };
    case "reorder":
      return { texts: [text] };
    case "slow-reader":
      return { waitMs: fault.ms, texts: [text] };
    case "cut":
      return { texts: [text.slice(0, Math.ceil(text.length / 2))] };
    case "invalid-json":
      return { texts: [text.trimEnd().slice(0, -1)] };
    case "wrong-id": {
      const id = idOf(message.heads);
      if (id === undefined) return undefined;
      const wrong = typeof id === "number" ? `${id + 1_000_000}` : JSON.stringify(`${id}-wrong`);
      return { texts: [putText(text, ["id"], wrong)] };
    }
    case "error": {
      const id = idOf(message.heads);
      if (id === undefined) return undefined;
      const { code, message: words } = fault;
      const error = JSON.stringify({ jsonrpc: "2.0", id, error: { code, message: words } });
      return message.heads[0]?.kind === "request" ? { replies: [error] } : { texts: [error] };
    }
    case "status":
      return message.direction === "out" ? { response: fault } : undefined;
    case "drop":
    case "close":
    case "kill":
      return {};
  }
}

/** The id of a request or response that is no batch. */
function idOf([head, ...rest]: readonly MessageHead[]): string | number | undefined {
  return rest.length === 0 && head && "id" in head ? (head.id ?? undefined) : undefined;
}
