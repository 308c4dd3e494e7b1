/** Pairs this page with a relay: the relay's terminal shows a code, the person types it here. */
import { createStore } from "zustand/vanilla";
import type { Clock } from "../../../shared/core/clock.ts";
import {
  type PairReply,
  type PairRequest,
  pairPath,
  readPairReply,
} from "../../../shared/relay/client/pairing.ts";
import { type ReadableStore, toReadable } from "../readableStore.ts";

export type PairingState =
  | { readonly kind: "idle" }
  | { readonly kind: "asking" }
  | {
      readonly kind: "shown";
      readonly pairing: string;
      /** Told after a wrong code. */
      readonly attemptsLeft: number | undefined;
    }
  | { readonly kind: "answering"; readonly pairing: string }
  | { readonly kind: "paired" }
  /** The code is no good any more: too late, too many wrong ones, or called off. */
  | { readonly kind: "over" }
  | { readonly kind: "busy"; readonly retryInMs: number }
  /** This relay gives no sessions. */
  | { readonly kind: "off" }
  /** It does not answer, or not as a relay does. */
  | { readonly kind: "failed"; readonly reason: string };

export interface PairingFlow {
  readonly state: ReadableStore<PairingState>;
  /** Has a code shown in the terminal. */
  ask(): Promise<void>;
  answer(code: string): Promise<void>;
  /** Calls it off; the code is no good any more. */
  cancel(): void;
}

export interface PairingFlowOptions {
  /** Of the relay, ending in a slash. */
  readonly address: string;
  readonly fetch: typeof globalThis.fetch;
  readonly clock: Clock;
  /** @param session a secret */
  readonly onPaired: (session: string) => void;
}

/** Makes a flow; nobody is asked yet. */
export function createPairingFlow(options: PairingFlowOptions): PairingFlow {
  const { address, fetch, clock, onPaired } = options;
  const state = createStore<PairingState>(() => ({ kind: "idle" }));
  const become = (next: PairingState) => state.setState(next, true);
  let stopExpiry = () => {};

  const send = async (request: PairRequest): Promise<PairReply | string> => {
    try {
      const response = await fetch(new URL(pairPath, address), {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        credentials: "omit",
        body: JSON.stringify(request),
      });
      const text = await response.text();
      return readPairReply(parsed(text)) ?? `${response.status} ${text.slice(0, 200)}`;
    } catch (error) {
      return String(error);
    }
  };

  const take = (reply: PairReply | string, pairing: string) => {
    if (typeof reply === "string") return become({ kind: "failed", reason: reply });
    switch (reply.kind) {
      case "shown":
        stopExpiry = clock.after(reply.expiresInMs, () => {
          if (isUnderWay(state.getState(), reply.pairing)) become({ kind: "over" });
        });
        return become({ kind: "shown", pairing: reply.pairing, attemptsLeft: undefined });
      case "wrong-code":
        return become({ kind: "shown", pairing, attemptsLeft: reply.attemptsLeft });
      case "paired":
        stopExpiry();
        become({ kind: "paired" });
        return onPaired(reply.session);
      default:
        stopExpiry();
        return become(reply);
    }
  };

  return {
    state: toReadable(state),
    async ask() {
      stopExpiry();
      become({ kind: "asking" });
      take(await send({ kind: "ask" }), "");
    },
    async answer(code) {
      const now = state.getState();
      if (now.kind !== "shown") return;
      const { pairing } = now;
      become({ kind: "answering", pairing });
      take(await send({ kind: "answer", pairing, code }), pairing);
    },
    cancel() {
      stopExpiry();
      const now = state.getState();
      become({ kind: "idle" });
      if (now.kind === "shown") void send({ kind: "cancel", pairing: now.pairing });
    },
  };
}

function isUnderWay(state: PairingState, pairing: string): boolean {
  return (state.kind === "shown" || state.kind === "answering") && state.pairing === pairing;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
