/** Pairs this page with a relay: the relay's terminal shows a code, which the user enters here. */
import { createStore } from "zustand/vanilla";
import type { Clock } from "../../../shared/core/clock.ts";
import {
  type PairReply,
  type PairRequest,
  pairPath,
  readPairReply,
} from "../../../shared/relay/client/pairingMessages.ts";
import { type ReadableStore, toReadable } from "../../platform/readableStore.ts";

export type PairingState =
  | { readonly kind: "idle" }
  | { readonly kind: "asking" }
  | {
      readonly kind: "shown";
      readonly pairing: string;
      /** Set after a wrong code. */
      readonly attemptsLeft: number | undefined;
    }
  | { readonly kind: "answering"; readonly pairing: string }
  | { readonly kind: "paired" }
  /** The code is no longer valid: expired, too many wrong attempts, or cancelled. */
  | { readonly kind: "over" }
  | { readonly kind: "busy"; readonly retryInMs: number }
  /** This relay does not offer pairing. */
  | { readonly kind: "off" }
  /** It does not respond, or is not a relay. */
  | { readonly kind: "failed"; readonly reason: string };

export interface PairingFlow {
  readonly state: ReadableStore<PairingState>;
  /** Asks the relay to show a code in its terminal. */
  ask(): Promise<void>;
  answer(code: string): Promise<void>;
  /** Cancels and invalidates the code. */
  cancel(): void;
}

interface PairingFlowOptions {
  /** The relay's address, ending in a slash. */
  readonly address: string;
  readonly fetch: typeof globalThis.fetch;
  readonly clock: Clock;
  /** @param session a secret */
  readonly onPaired: (session: string) => void;
}

/** Creates a flow; nothing is sent yet. */
export function createPairingFlow(options: PairingFlowOptions): PairingFlow {
  const { address, fetch, clock, onPaired } = options;
  const state = createStore<PairingState>(() => ({ kind: "idle" }));
  const setState = (next: PairingState): PairingState => {
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

  /** @param asked the state before the request, to detect that the user cancelled meanwhile */
  const take = (reply: PairReply | string, pairing: string, asked: PairingState) => {
    if (state.getState() !== asked) {
      if (typeof reply !== "string" && reply.kind === "shown") {
        void send({ kind: "cancel", pairing: reply.pairing });
      }
      return;
    }
    if (typeof reply === "string") {
      setState({ kind: "failed", reason: reply });
      return;
    }
    switch (reply.kind) {
      case "shown":
        stopExpiry = clock.after(reply.expiresInMs, () => {
          const now = state.getState();
          if (isUnderWay(now) && now.pairing === reply.pairing) setState({ kind: "over" });
        });
        setState({ kind: "shown", pairing: reply.pairing, attemptsLeft: undefined });
        return;
      case "wrong-code":
        setState({ kind: "shown", pairing, attemptsLeft: reply.attemptsLeft });
        return;
      case "paired":
        stopExpiry();
        setState({ kind: "paired" });
        onPaired(reply.session);
        return;
      default:
        stopExpiry();
        setState(reply);
    }
  };

  return {
    state: toReadable(state),
    async ask() {
      stopExpiry();
      const asked = setState({ kind: "asking" });
      take(await send({ kind: "ask" }), "", asked);
    },
    async answer(code) {
      const now = state.getState();
      if (now.kind !== "shown") return;
      const { pairing } = now;
      const asked = setState({ kind: "answering", pairing });
      take(await send({ kind: "answer", pairing, code }), pairing, asked);
    },
    cancel() {
      stopExpiry();
      const now = state.getState();
      setState({ kind: "idle" });
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
