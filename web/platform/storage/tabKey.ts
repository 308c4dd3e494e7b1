/** The key that the state of tabs, the history of calls and recent servers are encrypted with. */

import type { ReadableStore } from "../readableStore.ts";
import { combineHalves, nameOfHalf, type RelayHalf } from "./sealing.ts";

interface TabKey {
  readonly key: CryptoKey;
  /** The halves that it was derived from, as `nameOfHalf` names them. */
  readonly half: string;
}

export interface TabKeySource {
  /** Undefined while the relay that served the page has not given its half. */
  now(): Promise<TabKey | undefined>;
  /** Resolves once there is a key: at once, or after this tab is paired. */
  available(): Promise<void>;
}

export interface TabKeyOptions {
  /** Whether the relay that served this page has a half of the key: the other alone is not used. */
  readonly isRelayHalfNeeded: boolean;
  readonly browserHalf: () => Promise<CryptoKey>;
  /** Asks the relay that served this page for its half. */
  readonly relayHalf: () => Promise<RelayHalf>;
  /** The state of the connection to the relay. */
  readonly relay: Pick<ReadableStore<{ readonly kind: string }>, "subscribe">;
}

/** Creates the source; nothing is read or asked for before the first use. */
export function createTabKey(options: TabKeyOptions): TabKeySource {
  const { isRelayHalfNeeded, browserHalf, relayHalf, relay } = options;
  const { promise: available, resolve } = Promise.withResolvers<void>();
  const derive = async (): Promise<TabKey | undefined> => {
    const half = isRelayHalfNeeded ? await relayHalf() : undefined;
    if (isRelayHalfNeeded && !half) return undefined;
    const key = await combineHalves(await browserHalf(), half);
    const derived = { key, half: await nameOfHalf(half) };
    resolve();
    return derived;
  };
  let deriving: Promise<TabKey | undefined> | undefined;
  const now = () => {
    deriving ??= derive();
    return deriving;
  };
  // each connection may be the first with a session that the relay accepts
  relay.subscribe(({ kind }) => {
    if (kind !== "connected" || !deriving) return;
    deriving = deriving.catch(() => undefined).then((known) => known ?? derive());
  });
  return {
    now,
    available() {
      now().catch(() => undefined);
      return available;
    },
  };
}
