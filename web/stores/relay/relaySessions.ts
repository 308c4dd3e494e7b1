/** Keeps the sessions that relays gave this tab: each for one relay, each a secret of the tab. */
import type { Clock } from "../../../shared/core/clock.ts";
import type { TextStorage } from "../storedJson.ts";
import { createTabOffers, type TabOffers } from "./tabs/tabOffers.ts";

export interface RelaySessions {
  /** The session for a relay that this tab has, or gets for the token of its link. */
  find(address: string): Promise<string | undefined>;
  /** Asks the other tabs for theirs; see {@link AskTabsOptions} for what the options mean. */
  askTabs(
    address: string,
    options: { readonly onAsked: (code: string) => void; readonly signal: AbortSignal },
  ): Promise<string | undefined>;
  /** Whether this tab has a session for a relay, or a token to get one for. */
  has(address: string): boolean;
  keep(address: string, session: string): void;
  forget(address: string): void;
  /** Why the link that opened this page gave no session; undefined where it did, or was not asked for one. */
  linkProblem(): LinkTokenProblem | undefined;
  /** What other tabs ask of this one. */
  readonly offers: TabOffers;
}

/** `used`: the link has let a page in before. `unknown`: the relay gave out no such link. */
export type LinkTokenProblem = "used" | "unknown";

export interface RelaySessionsOptions {
  /** The token of the link that opened this page; exchanged at once, so that it is of use to nobody later. */
  readonly token: string | undefined;
  /** The address of the page, which is the relay's that gave the token. */
  readonly home: string;
  /** Of this tab. */
  readonly storage: TextStorage;
  /** Whether the page was opened from elsewhere: what the storage holds may be a copy of another tab's. */
  readonly isFromElsewhere: boolean;
  readonly fetch: typeof globalThis.fetch;
  readonly clock: Clock;
  readonly newId: () => string;
  /** Reaches the other tabs, and every other script of this origin. */
  readonly channel: BroadcastChannel;
}

export function createRelaySessions(options: RelaySessionsOptions): RelaySessions {
  const { token, home, storage, isFromElsewhere, fetch, clock, newId, channel } = options;
  let linkProblem: LinkTokenProblem | undefined;
  const keyOf = (address: string) =>
    address === home ? "mcp-playground.relay-session" : `mcp-playground.relay-session ${address}`;
  /** The relays whose session this page got itself. */
  const received = new Set<string>();
  const keep = (address: string, session: string) => {
    received.add(address);
    storage.setItem(keyOf(address), session);
  };
  const sessionFor = (address: string) => {
    if (isFromElsewhere && !received.has(address)) storage.removeItem(keyOf(address));
    return storage.getItem(keyOf(address)) ?? undefined;
  };

  const exchange = async () => {
    try {
      const response = await fetch(new URL("api/session", home), {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ token }),
      });
      if (response.status === 410) linkProblem = "used";
      if (response.status === 401) linkProblem = "unknown";
      if (!response.ok) return;
      const { session } = (await response.json()) as { session: string };
      keep(home, session);
    } catch {
      // whoever needs the relay finds out that it does not answer
    }
  };

  const exchanged = token === undefined ? undefined : exchange();

  return {
    offers: createTabOffers({ channel, clock, sessionFor }),
    linkProblem: () => linkProblem,
    has: (address) =>
      (token !== undefined && address === home) || sessionFor(address) !== undefined,
    async find(address) {
      if (address === home) await exchanged;
      return sessionFor(address);
    },
    async askTabs(address, { onAsked, signal }) {
      // a page on plain http at a network name has no such cryptography
      if (!globalThis.isSecureContext) return undefined;
      const { askTabs } = await import("./tabs/askTabs.ts");
      const session = await askTabs({ address, channel, clock, newId, onAsked, signal });
      if (session !== undefined) keep(address, session);
      return session;
    },
    keep,
    forget: (address) => storage.removeItem(keyOf(address)),
  };
}
