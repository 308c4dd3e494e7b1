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
  /** The code is no longer valid: too late, too many wrong ones, or called off. */
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
  const become = (next: PairingState): PairingState => {
    state.setState(next, true);
    return next;
  };
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

  /** @param asked the state that was left if the user cancelled meanwhile */
  const take = (reply: PairReply | string, pairing: string, asked: PairingState) => {
    if (state.getState() !== asked) {
      if (typeof reply !== "string" && reply.kind === "shown") {
        void send({ kind: "cancel", pairing: reply.pairing });
      }
      return;
    }
    if (typeof reply === "string") {
      become({ kind: "failed", reason: reply });
      return;
    }
    switch (reply.kind) {
      case "shown":
        stopExpiry = clock.after(reply.expiresInMs, () => {
          const now = state.getState();
          if (isUnderWay(now) && now.pairing === reply.pairing) become({ kind: "over" });
        });
        become({ kind: "shown", pairing: reply.pairing, attemptsLeft: undefined });
        return;
      case "wrong-code":
        become({ kind: "shown", pairing, attemptsLeft: reply.attemptsLeft });
        return;
      case "paired":
        stopExpiry();
        become({ kind: "paired" });
        onPaired(reply.session);
        return;
      default:
        stopExpiry();
        become(reply);
    }
  };

  return {
    state: toReadable(state),
    async ask() {
      stopExpiry();
      const asked = become({ kind: "asking" });
      take(await send({ kind: "ask" }), "", asked);
    },
    async answer(code) {
      const now = state.getState();
      if (now.kind !== "shown") return;
      const { pairing } = now;
      const asked = become({ kind: "answering", pairing });
      take(await send({ kind: "answer", pairing, code }), pairing, asked);
    },
    cancel() {
      stopExpiry();
      const now = state.getState();
      become({ kind: "idle" });
      if (isUnderWay(now)) void send({ kind: "cancel", pairing: now.pairing });
    },
  };
}

type UnderWay = Extract<PairingState, { readonly pairing: string }>;

const isUnderWay = (state: PairingState): state is UnderWay => "pairing" in state;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
