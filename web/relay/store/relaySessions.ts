/** Keeps the relay sessions of this tab: one per relay, each a secret of the tab. */
import type { Clock } from "../../../shared/core/clock.ts";
import { type SessionRequest, sessionPath } from "../../../shared/relay/client/relaySession.ts";
import type { TextStorage } from "../../platform/storedJson.ts";
import { createTabOffers, type TabOffers } from "./tabs/tabOffers.ts";

export interface RelaySessions {
  /** The session for a relay that this tab has, or obtains with its link's token. */
  find(address: string): Promise<string | undefined>;
  /** Asks other tabs for their session; see {@link AskTabsOptions} for the options. */
  askTabs(
    address: string,
    options: { readonly onAsked: (code: string) => void; readonly signal: AbortSignal },
  ): Promise<string | undefined>;
  /** Whether this tab has a session for a relay, or a token to obtain one. */
  has(address: string): boolean;
  keep(address: string, session: string): void;
  forget(address: string): void;
  /**
   * Why the link that opened this page gave no session; undefined if it did or was not used yet.
   */
  linkProblem(): LinkTokenProblem | undefined;
  /** Session requests from other tabs. */
  readonly offers: TabOffers;
}

/**
 * `used`: the link was used before. `unknown`: the relay did not issue it. `foreign-page`: the relay
 * did not recognise this document as its own.
 */
export type LinkTokenProblem = "used" | "unknown" | "foreign-page";

interface RelaySessionsOptions {
  /**
   * The token of the link that opened this page; exchanged immediately, because it can be used
   * once.
   */
  readonly token: string | undefined;
  /** The id that the relay gave to this document. */
  readonly pageLoad: string | undefined;
  /** The URL of the page, which is that of the relay that issued the token. */
  readonly home: string;
  /** The session storage of this tab. */
  readonly storage: TextStorage;
  /** Whether the page was opened by another page: the storage may be a copy of another tab's. */
  readonly isFromElsewhere: boolean;
  readonly fetch: typeof globalThis.fetch;
  readonly clock: Clock;
  /** The channel to the other tabs, which every script of this origin can use. */
  readonly channel: BroadcastChannel;
}

export function createRelaySessions(options: RelaySessionsOptions): RelaySessions {
  const { token, pageLoad, home, storage, isFromElsewhere, fetch, clock, channel } = options;
  let linkProblem: LinkTokenProblem | undefined;
  const keyOf = (address: string) =>
    address === home ? "mcp-playground.relay-session" : `mcp-playground.relay-session ${address}`;
  /** The relays whose session this page obtained itself. */
  const received = new Set<string>();
  const keep = (address: string, session: string) => {
    received.add(address);
    storage.setItem(keyOf(address), session);
  };
  const sessionFor = (address: string) => {
    if (isFromElsewhere && !received.has(address)) storage.removeItem(keyOf(address));
    return storage.getItem(keyOf(address)) ?? undefined;
  };

  const exchange = async (tokenOfLink: string) => {
    try {
      const body: SessionRequest = { token: tokenOfLink, pageLoad };
      const response = await fetch(new URL(sessionPath, home), {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(body),
      });
      if (response.status === 410) linkProblem = "used";
      if (response.status === 401) linkProblem = "unknown";
      if (response.status === 403) linkProblem = "foreign-page";
      if (!response.ok) return;
      const { session } = (await response.json()) as { session: string };
      keep(home, session);
    } catch {
      // The relay does not respond: the next action that needs it reports that.
    }
  };

  const exchanged = token === undefined ? undefined : exchange(token);

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
      // A page on plain http with a host name other than localhost lacks Web Crypto.
      if (!globalThis.isSecureContext) return undefined;
      const { askTabs } = await import("./tabs/askTabs.ts");
      const session = await askTabs({ address, channel, clock, onAsked, signal });
      if (session !== undefined) keep(address, session);
      return session;
    },
    keep,
    forget: (address) => storage.removeItem(keyOf(address)),
  };
}
