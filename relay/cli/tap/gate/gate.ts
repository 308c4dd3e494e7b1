/** Applies the rules of a page to the messages that pass a tap; without rules nothing waits. */
import { randomUUID } from "node:crypto";
import { systemClock } from "../../../../shared/core/clock.ts";
import { onOneLine } from "../../../../shared/core/json/stringLiterals.ts";
import type { TapChange } from "../../../../shared/log/entry.ts";
import {
  createFaults,
  type FaultCarrier,
  type FaultEffect,
} from "../../../../shared/taps/faults.ts";
import {
  type Breakpoint,
  maxTextLength,
  noRules,
  type TapOrder,
  type TapReport,
  type TapRules,
} from "../../../../shared/taps/tapOrders.ts";
import { createMatcher, type TappedMessage } from "../../../../shared/taps/tappedMessage.ts";

type Direction = TappedMessage["direction"];

/** What happens to a message instead of passing as it is. */
export interface Passage {
  /** What is sent on. */
  readonly texts: readonly string[];
  /** What its sender gets. */
  readonly replies: readonly string[];
  /** The fault, if it asks for more than other texts. */
  readonly effect?: FaultEffect;
}

export interface Gate {
  /** Whether there are rules. */
  isOn(): boolean;
  /** Calls back when the rules have changed. */
  onRules(listener: () => void, signal?: AbortSignal): void;
  /** @returns undefined if the message passes unchanged, and its bytes are to be recorded */
  pass(message: TappedMessage, scope: PassageScope): Promise<Passage> | undefined;
  take(order: TapOrder): void;
}

export interface PassageScope {
  /** Records a message whose bytes are not recorded as they passed, and what was changed. */
  log(direction: Direction, text: string, change?: TapChange): void;
  /** Aborted when the message can no longer be passed on. */
  readonly signal?: AbortSignal;
}

interface GateOptions {
  readonly carrier: FaultCarrier;
  readonly report: (report: TapReport) => void;
  /** Sends a message of the user's. */
  readonly add: (direction: Direction, text: string) => void;
  /** Starts the server anew, if that is possible. */
  readonly restart?: () => void;
}

/** Messages that wait for the user at once, and because of faults; further ones pass without waiting. */
const [maxHeld, maxDelayed] = [50, 100];

type Decision = Extract<TapOrder, { order: "send" | "drop" | "answer" }>;

export function createGate({ carrier, report, add, restart }: GateOptions): Gate {
  let rules = noRules;
  let breakpoints: readonly (Breakpoint & { matches(message: TappedMessage): boolean })[] = [];
  const faults = createFaults(carrier);
  let isOn = false;
  const listeners = new Set<() => void>();
  /** Ends the waiting of a message, by its id. */
  const held = new Map<string, (decision?: Decision) => void>();
  /** What waits because of a rule. */
  const waits = new Set<{ readonly rule: string; end(): void }>();

  /** Waits until `end` is called, for at most `ms`, while there is the rule. */
  const wait = (
    rule: string,
    ms: number,
    signal: AbortSignal | undefined,
    onStart?: (end: () => void) => void,
  ) =>
    new Promise<void>((resolve) => {
      const end = () => {
        stop();
        waits.delete(entry);
        signal?.removeEventListener("abort", end);
        resolve();
      };
      const stop = systemClock.after(ms, end);
      const entry = { rule, end };
      waits.add(entry);
      signal?.addEventListener("abort", end);
      onStart?.(end);
    });

  const hold = async (message: TappedMessage, breakpoint: Breakpoint, signal?: AbortSignal) => {
    const id = randomUUID();
    const { direction, text, method, subject } = message;
    let decision: Decision | undefined;
    await wait(breakpoint.id, breakpoint.waitMs, signal, (end) => {
      held.set(id, (decided) => {
        decision = decided;
        end();
      });
      const { waitMs } = breakpoint;
      const about = { direction, text, method, subject, breakpoint: breakpoint.id, waitMs };
      report({ report: "held", message: id, ...about });
    });
    held.delete(id);
    report({ report: "released", message: id });
    return decision;
  };

  const back = ({ direction }: TappedMessage): Direction => (direction === "out" ? "in" : "out");

  const decided = (
    message: TappedMessage,
    decision: Decision | undefined,
    waitedMs: number,
    { log }: PassageScope,
  ): Passage | undefined => {
    const { direction, text } = message;
    switch (decision?.order) {
      case "drop":
        log(direction, text, { action: "dropped", waitedMs });
        return { texts: [], replies: [] };
      case "answer":
        log(direction, text, { action: "answered", waitedMs });
        log(back(message), decision.text, { action: "added" });
        return { texts: [], replies: [decision.text] };
      default: {
        const sent = decision?.text ?? text;
        if (sent === text) return undefined;
        log(direction, sent, { action: "edited", waitedMs, original: text });
        return { texts: [sent], replies: [] };
      }
    }
  };

  const applyFault = async (
    message: TappedMessage,
    effect: FaultEffect,
    { log, signal }: PassageScope,
  ): Promise<Passage> => {
    const { direction, text } = message;
    const { kind, rule, texts, replies } = effect;
    const started = performance.now();
    if (effect.waitMs > 0 && waits.size < maxHeld + maxDelayed) {
      await wait(rule, effect.waitMs, signal);
    }
    const waitedMs = performance.now() - started;
    const change = { action: kind, rule, ...(effect.waitMs > 0 ? { waitedMs } : {}) };
    if (texts.length === 0) log(direction, text, change);
    texts.forEach((sent, index) => {
      // the first of two is the sender's
      if (kind === "duplicate" && index === 0) log(direction, sent);
      else log(direction, sent, sent === text ? change : { ...change, original: text });
    });
    for (const reply of replies) log(back(message), reply, { action: "added" });
    return { texts, replies, effect };
  };

  const passHeld = async (message: TappedMessage, breakpoint: Breakpoint, scope: PassageScope) => {
    const started = performance.now();
    const decision = await hold(message, breakpoint, scope.signal);
    const waitedMs = performance.now() - started;
    const passage = decided(message, decision, waitedMs, scope);
    if (passage) return passage;
    const effect = faults.effectOn(message);
    if (effect) return applyFault(message, effect, scope);
    scope.log(message.direction, message.text, { action: "held", waitedMs });
    return { texts: [message.text], replies: [] };
  };

  const setRules = (next: TapRules) => {
    rules = next;
    breakpoints = rules.breakpoints.map((each) => ({
      ...each,
      matches: createMatcher(each.where),
    }));
    faults.set(rules.faults);
    isOn = rules.breakpoints.length > 0 || rules.faults.length > 0;
    const known = new Set([...rules.breakpoints, ...rules.faults].map(({ id }) => id));
    for (const { rule, end } of [...waits]) if (!known.has(rule)) end();
    for (const listener of listeners) listener();
  };

  return {
    isOn: () => isOn,
    onRules(listener, signal) {
      listeners.add(listener);
      signal?.addEventListener("abort", () => listeners.delete(listener));
    },
    pass(message, scope) {
      if (!isOn) return undefined;
      const isHeld = message.text.length <= maxTextLength && held.size < maxHeld;
      const breakpoint = isHeld ? breakpoints.find(({ matches }) => matches(message)) : undefined;
      if (breakpoint) return passHeld(message, breakpoint, scope);
      const effect = faults.effectOn(message);
      return effect && applyFault(message, effect, scope);
    },
    take(order) {
      if (order.order === "rules") {
        setRules(order);
        return report({ report: "rules" });
      }
      if (order.order === "restart") return restart?.();
      // a line is a message
      const text = "text" in order && order.text !== undefined ? onOneLine(order.text) : undefined;
      const sent = text === undefined ? order : { ...order, text };
      if (sent.order === "add") add(sent.direction, sent.text);
      else held.get(sent.message)?.(sent);
    },
  };
}
