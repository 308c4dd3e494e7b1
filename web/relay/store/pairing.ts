/** Pairs this page with a relay that the user chose: its terminal shows a code, which the user enters here. */
import { createStore } from "zustand/vanilla";
import type { Clock } from "../../../shared/core/clock.ts";
import {
  type PairReply,
  type PairRequest,
  pairPath,
  readPairReply,
} from "../../../shared/relay/client/pairingMessages.ts";
import { type ReadableStore, toReadable } from "../../platform/readableStore.ts";
import type { RelayAccess } from "./relayAccess.ts";

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

export interface Pairing extends ReadableStore<PairingState> {
  /**
   * Asks a relay to show a code in its terminal; cancels a pairing that is in progress.
   * @param address of the relay, ending in a slash
   */
  ask(address: string): Promise<void>;
  answer(code: string): Promise<void>;
  /** Cancels the attempt and invalidates its code. */
  cancel(): void;
}

interface PairingOptions {
  readonly relay: Pick<RelayAccess, "paired">;
  readonly fetch: typeof globalThis.fetch;
  readonly clock: Clock;
}

/** Creates the store; nothing is sent yet, and one attempt is made at a time. */
export function createPairing({ relay, fetch, clock }: PairingOptions): Pairing {
  const store = createStore<PairingState>(() => ({ kind: "idle" }));
  const setState = (next: PairingState): PairingState => {
    store.setState(next, true);
    return next;
  };
  let address = "";
  let stopExpiry = () => {};

  /** @returns the reply, or why there is none */
  const send = async (to: string, request: PairRequest): Promise<PairReply | string> => {
    try {
      const response = await fetch(new URL(pairPath, to), {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        credentials: "same-origin",
        body: JSON.stringify(request),
      });
      const text = await response.text();
      return readPairReply(parsed(text)) ?? `${response.status} ${text.slice(0, 200)}`;
    } catch (error) {
      return String(error);
    }
  };

  const cancel = () => {
    stopExpiry();
    const now = store.getState();
    setState({ kind: "idle" });
    if (isUnderWay(now)) void send(address, { kind: "cancel", pairing: now.pairing });
  };

  /** @param asked the state before the request, to detect that the user cancelled meanwhile */
  const exchange = async (request: PairRequest, asked: PairingState) => {
    const to = address;
    const reply = await send(to, request);
    if (store.getState() !== asked) {
      if (typeof reply !== "string" && reply.kind === "shown") {
        void send(to, { kind: "cancel", pairing: reply.pairing });
      }
    } else if (typeof reply === "string") setState({ kind: "failed", reason: reply });
    else if (reply.kind === "shown") {
      const { pairing, expiresInMs } = reply;
      stopExpiry = clock.after(expiresInMs, () => {
        const now = store.getState();
        if (isUnderWay(now) && now.pairing === pairing) setState({ kind: "over" });
      });
      setState({ kind: "shown", pairing, attemptsLeft: undefined });
    } else if (reply.kind === "wrong-code") {
      const { attemptsLeft } = reply;
      const { pairing } = isUnderWay(asked) ? asked : { pairing: "" };
      setState({ kind: "shown", pairing, attemptsLeft });
    } else {
      stopExpiry();
      if (reply.kind !== "paired") setState(reply);
      else {
        setState({ kind: "paired" });
        await relay.paired(to, reply.session);
      }
    }
  };

  return {
    ...toReadable(store),
    ask(at) {
      cancel();
      address = at;
      return exchange({ kind: "ask" }, setState({ kind: "asking" }));
    },
    async answer(code) {
      const now = store.getState();
      if (now.kind !== "shown") return;
      const { pairing } = now;
      await exchange({ kind: "answer", pairing, code }, setState({ kind: "answering", pairing }));
    },
    cancel,
  };
}

function isUnderWay(
  state: PairingState,
): state is Extract<PairingState, { readonly pairing: string }> {
  return state.kind === "shown" || state.kind === "answering";
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
