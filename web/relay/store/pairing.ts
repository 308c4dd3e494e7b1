/** Pairing with the relay that the user chose; one attempt at a time. */
import { createStore } from "zustand/vanilla";
import type { Clock } from "../../../shared/core/clock.ts";
import { type ReadableStore, toReadable } from "../../platform/readableStore.ts";
import type { PairingFlow, PairingState } from "./pairingFlow.ts";
import type { RelayAccess } from "./relayAccess.ts";

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

export function createPairing({ relay, fetch, clock }: PairingOptions): Pairing {
  const store = createStore<PairingState>(() => ({ kind: "idle" }));
  let flow: PairingFlow | undefined;
  let attempt = 0;

  const cancel = () => {
    attempt++;
    flow?.cancel();
    flow = undefined;
    store.setState({ kind: "idle" }, true);
  };

  return {
    ...toReadable(store),
    async ask(address) {
      cancel();
      const own = attempt;
      const setState = (state: PairingState) => own === attempt && store.setState(state, true);
      setState({ kind: "asking" });
      try {
        // Pairing is rare, so its code is not part of the first load.
        const { createPairingFlow } = await import("./pairingFlow.ts");
        if (own !== attempt) return;
        const onPaired = (session: string) => void relay.paired(address, session);
        flow = createPairingFlow({ address, fetch, clock, onPaired });
      } catch (error) {
        setState({ kind: "failed", reason: String(error) });
        return;
      }
      flow.state.subscribe(setState);
      await flow.ask();
    },
    answer: async (code) => flow?.answer(code),
    cancel,
  };
}
