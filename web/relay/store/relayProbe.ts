/** Finds out whether a relay responds at an address, and what prevents asking it for a session. */
import type { Clock } from "../../../shared/core/clock.ts";
import {
  pairPath,
  type RelayCard,
  readRelayCard,
} from "../../../shared/relay/client/pairingMessages.ts";
import { wireVersion } from "../../../shared/relay/frames/frames.ts";
import type { LocalPermission } from "./localPermission.ts";
import type { RelayState } from "./relayState.ts";

export interface RelayProbeOptions {
  readonly fetch: typeof globalThis.fetch;
  readonly clock: Clock;
  /** Whether the browser allows this page to contact an address. */
  readonly permission: (address: string) => Promise<LocalPermission>;
}

interface RelayProbe {
  /** How the relay at an address identifies itself; undefined if none responds in time. */
  cardAt(address: string): Promise<RelayCard | undefined>;
  /**
   * What prevents a request for a session; undefined if nothing does. Rejects if the code that knows
   * this page's version of the protocol cannot be loaded.
   */
  obstacleAt(address: string, card: RelayCard | undefined): Promise<RelayState | undefined>;
}

/** Timeout in milliseconds for a relay to identify itself. */
const cardMs = 5000;

export function createRelayProbe({ fetch, clock, permission }: RelayProbeOptions): RelayProbe {
  return {
    async cardAt(address) {
      const late = new AbortController();
      const stop = clock.after(cardMs, () => late.abort());
      try {
        const url = new URL(pairPath, address);
        const response = await fetch(url, { credentials: "same-origin", signal: late.signal });
        return readRelayCard(await response.json());
      } catch {
        return undefined;
      } finally {
        stop();
      }
    },
    async obstacleAt(address, card) {
      if (!card) {
        const isDenied = (await permission(address)) === "denied";
        return { kind: isDenied ? "permission-denied" : "not-running", address };
      }
      const { version, wire } = card;
      if (wire !== wireVersion) {
        return { kind: "wrong-version", address, version, isOlder: wire < wireVersion };
      }
      return card.pairing === "off" ? { kind: "no-sessions", address, version } : undefined;
    },
  };
}
