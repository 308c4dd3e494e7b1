/** Breakpoints and faults of a tap, and the messages that wait because of them. */
import * as v from "valibot";
import { createStore } from "zustand/vanilla";
import type { Clock } from "../../../shared/core/clock.ts";
import type { RelayLink } from "../../../shared/relay/client/relayLink.ts";
import { encodeMessage } from "../../../shared/relay/frames/frames.ts";
import { createStreamId } from "../../../shared/relay/frames/streamId.ts";
import type { TapListing } from "../../../shared/relay/frames/tapFrames.ts";
import {
  type Breakpoint,
  type FaultRule,
  type TapOrder,
  type TapReport,
  tapReport,
} from "../../../shared/taps/tapOrders.ts";
import { type ReadableStore, toReadable } from "../../platform/readableStore.ts";

interface Switched {
  readonly isOn: boolean;
}

export type PageBreakpoint = Breakpoint & Switched;
export type PageFault = FaultRule & Switched;

/** A message that waits for the user. */
export interface HeldMessage
  extends Pick<
    Extract<TapReport, { report: "held" }>,
    "direction" | "text" | "method" | "subject"
  > {
  readonly id: string;
  readonly breakpoint: string;
  /** When it came, and when it goes on, in milliseconds of the page's clock. */
  readonly since: number;
  readonly until: number;
  /** What the user has written in its place, and as an answer. */
  readonly edited?: string;
  readonly answer?: string | undefined;
}

export interface TapControlState {
  readonly transport: TapListing["transport"];
  readonly breakpoints: readonly PageBreakpoint[];
  readonly faults: readonly PageFault[];
  /** The messages that wait, the oldest first. */
  readonly held: readonly HeldMessage[];
  /** Sessions of the client that go on: without one, nothing can be sent. */
  readonly sessions: number;
  /** Whether the newest session can have its server started anew. */
  readonly restarts: boolean;
  /** The host of the relay at which everybody reaches the server of the newest session. */
  readonly publicAt: string | undefined;
  /** The side to which the user's last message could not be sent. */
  readonly notSent: "out" | "in" | undefined;
  /** Whether the rules hold in the newest session. */
  readonly isApplied: boolean;
  /** Whether the rules were switched off because another tab decides now. */
  readonly isTaken: boolean;
}

/** The control of the taps with one name, which are sessions of one client and server. */
export interface TapControl {
  readonly state: ReadableStore<TapControlState>;
  /** Adds a breakpoint, or replaces the one with its id. */
  setBreakpoint(breakpoint: PageBreakpoint): void;
  setFault(fault: PageFault): void;
  /** Removes a breakpoint or fault. */
  remove(id: string): void;
  /** Keeps what the user writes. */
  write(message: string, draft: Pick<HeldMessage, "edited" | "answer">): void;
  /** Sends a message that waits; `text` is what the user wrote in its place. */
  send(message: string, text?: string): void;
  drop(message: string): void;
  /** Answers the sender of a message that waits, which is not passed on. */
  answer(message: string, text: string): void;
  /** Sends a message of the user's to the server (`out`) or the client of the newest session. */
  add(direction: "out" | "in", text: string): void;
  /** Starts the server of the newest session anew; its client stays. */
  restart(): void;
  /** Controls one more session; returns a function that ends this. */
  attach(link: RelayLink, tap: TapListing): () => void;
}

/** Milliseconds after which a tap that the relay does not know is told again. */
const retryMs = 1000;

export function createTapControl(clock: Clock, transport: TapListing["transport"]): TapControl {
  const store = createStore<TapControlState>(() => ({
    transport,
    breakpoints: [],
    faults: [],
    held: [],
    sessions: 0,
    restarts: false,
    publicAt: undefined,
    notSent: undefined,
    isApplied: false,
    isTaken: false,
  }));
  /** Sends orders to each session, the newest last. */
  const sessions = new Set<(order: TapOrder) => void>();
  /** The session of each message that waits. */
  const senders = new Map<string, (order: TapOrder) => void>();
  const change = (next: Partial<TapControlState>) => store.setState(next);

  const rules = (): Extract<TapOrder, { order: "rules" }> => {
    const { breakpoints, faults } = store.getState();
    return {
      order: "rules",
      breakpoints: breakpoints.filter(isOn).map(withoutSwitch),
      faults: faults.filter(isOn).map(withoutSwitch),
    };
  };
  const hasRules = () => [...store.getState().breakpoints, ...store.getState().faults].some(isOn);

  const sendRules = () => {
    change({ isTaken: false, isApplied: false });
    for (const send of sessions) send(rules());
  };

  const release = (ids: readonly string[]) => {
    if (ids.length === 0) return;
    for (const id of ids) senders.delete(id);
    change({ held: store.getState().held.filter(({ id }) => !ids.includes(id)) });
  };

  /** Decides once: what the tap reports about the message later changes nothing. */
  const decide = (message: string, order: TapOrder) => {
    senders.get(message)?.(order);
    release([message]);
  };

  return {
    state: toReadable(store),
    setBreakpoint(breakpoint) {
      change({ breakpoints: replaced(store.getState().breakpoints, breakpoint) });
      sendRules();
    },
    setFault(fault) {
      change({ faults: replaced(store.getState().faults, fault) });
      sendRules();
    },
    remove(id) {
      const { breakpoints, faults } = store.getState();
      change({
        breakpoints: breakpoints.filter((each) => each.id !== id),
        faults: faults.filter((each) => each.id !== id),
      });
      sendRules();
    },
    write(message, draft) {
      const { held } = store.getState();
      change({ held: held.map((each) => (each.id === message ? { ...each, ...draft } : each)) });
    },
    send: (message, text) =>
      decide(message, { order: "send", message, ...(text === undefined ? {} : { text }) }),
    drop: (message) => decide(message, { order: "drop", message }),
    answer: (message, text) => decide(message, { order: "answer", message, text }),
    add(direction, text) {
      change({ notSent: undefined });
      [...sessions].at(-1)?.({ order: "add", direction, text });
    },
    restart: () => void [...sessions].at(-1)?.({ order: "restart" }),
    attach(link, { id: tap, restarts = false, publicAt }) {
      const id = createStreamId((bytes) => crypto.getRandomValues(bytes));
      let isOver = false;
      let drop = () => {};
      const own = () => [...senders].filter(([, sender]) => sender === send).map(([held]) => held);
      let send: (order: TapOrder) => void = () => {};
      /** Orders of rules that the tap has not confirmed: only the last one is the user's. */
      let unconfirmed = 0;
      link.carry(id, (sendFrame, dropDriver) => {
        drop = dropDriver;
        send = (order) => {
          if (link.state().kind === "open") {
            if (order.order === "rules") unconfirmed++;
            sendFrame(encodeMessage({ kind: "order-tap", id, tap, order }));
          }
        };
        sessions.add(send);
        const announce = () => {
          if (!isOver && hasRules()) send(rules());
        };
        return {
          onSocketReady() {
            unconfirmed = 0;
            announce();
          },
          message(message) {
            if (message.kind === "tap-report") {
              const { success, output: report } = v.safeParse(tapReport, message.report);
              if (!success) return;
              if (report.report === "rules") {
                unconfirmed = Math.max(0, unconfirmed - 1);
                const isNewest = [...sessions].at(-1) === send;
                return isNewest ? change({ isApplied: unconfirmed === 0 }) : undefined;
              }
              if (report.report === "not-sent") return change({ notSent: report.direction });
              if (report.report === "released") return release([report.message]);
              const { message: held, waitMs, report: _, ...about } = report;
              // each session of an HTTP tap reports what waits in any of them
              if (senders.has(held)) return;
              senders.set(held, send);
              const since = clock.now();
              const added = { id: held, since, until: since + waitMs, ...about };
              change({ held: [...store.getState().held, added] });
            } else if (message.kind === "tap-taken") {
              release(own());
              const { breakpoints, faults } = store.getState();
              const off = { isOn: false };
              change({
                breakpoints: breakpoints.map((each) => ({ ...each, ...off })),
                faults: faults.map((each) => ({ ...each, ...off })),
                isTaken: true,
                isApplied: false,
              });
            } else if (message.kind === "tap-gone") {
              release(own());
              unconfirmed = 0;
              clock.after(retryMs, announce);
            }
          },
          chunk() {},
          // without the page the relay lets everything go on
          pause: () => release(own()),
          lost: () => release(own()),
        };
      });
      change({ sessions: sessions.size, restarts, publicAt, isApplied: false });
      return () => {
        if (isOver) return;
        isOver = true;
        release(own());
        sessions.delete(send);
        change({ sessions: sessions.size });
        drop();
      };
    },
  };
}

const isOn = ({ isOn }: Switched) => isOn;

function withoutSwitch<T extends Switched>({ isOn: _, ...rule }: T): Omit<T, "isOn"> {
  return rule;
}

function replaced<T extends { readonly id: string }>(list: readonly T[], item: T): readonly T[] {
  const isKnown = list.some(({ id }) => id === item.id);
  return isKnown ? list.map((each) => (each.id === item.id ? item : each)) : [...list, item];
}
