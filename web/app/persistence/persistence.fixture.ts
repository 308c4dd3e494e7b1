/** Encrypted storage in memory, with the real encryption. */
import { createStore } from "zustand/vanilla";
import { createSealedItems } from "../../platform/storage/sealedItems.ts";
import { createBrowserHalf, type RelayHalf } from "../../platform/storage/sealing.ts";
import { createStoredItems } from "../../platform/storage/storedItems.fixture.ts";
import { createTabKey } from "../../platform/storage/tabKey.ts";
import type { RelayState } from "../../relay/store/relayState.ts";

/** @param refuse returns what storing a value throws; undefined stores it */
export function createMemoryItems(refuse?: () => unknown) {
  const { stored, openAlone } = createOrigin(refuse);
  return { stored, items: openAlone() };
}

/** What a browser keeps for an origin, whichever program serves its pages. */
export function createOrigin(refuse?: () => unknown) {
  const { stored, items } = createStoredItems(refuse);
  const browserHalf = createBrowserHalf();
  /** A page of a relay, which gives its half once `pair` was called. */
  const openAtRelay = (relayHalf: RelayHalf) => {
    const relay = createStore<RelayState>(() => ({ kind: "idle", address: "" }));
    let given: RelayHalf;
    const key = createTabKey({
      isRelayHalfNeeded: true,
      browserHalf: () => browserHalf,
      relayHalf: async () => given,
      relay,
    });
    const pair = () => {
      given = relayHalf;
      relay.setState(
        { kind: "connected", address: "", isOwnPage: true, version: "", forward: "off" },
        true,
      );
    };
    return { items: createSealedItems(items, key), pair };
  };
  /** A page whose key is derived from the browser's half alone, without a relay. */
  const openAlone = () => {
    const key = createTabKey({
      isRelayHalfNeeded: false,
      browserHalf: () => browserHalf,
      relayHalf: async () => undefined,
      relay: createStore<RelayState>(() => ({ kind: "idle", address: "" })),
    });
    return createSealedItems(items, key);
  };
  return { stored, openAtRelay, openAlone };
}
