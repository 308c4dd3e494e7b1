/** Keeps the relay sessions of this tab: one per relay, each a secret of the tab. */
import { askAsOwnPage, newLinkPath } from "../../../shared/relay/client/ownPage.ts";
import {
  type PersonRefusalCode,
  personRefusalOf,
  refusalHeader,
  type SessionRequest,
  sessionPath,
} from "../../../shared/relay/client/relaySession.ts";
import type { TextStorage } from "../../platform/storedJson.ts";

export interface RelaySessions {
  /** The session for a relay that this tab has, or obtains with its link's token. */
  find(address: string): Promise<string | undefined>;
  /** Whether this tab has a session for a relay, or a token to obtain one. */
  has(address: string): boolean;
  keep(address: string, session: string): void;
  forget(address: string): void;
  /**
   * Why the link that opened this page gave no session; undefined if it did or was not used yet.
   */
  linkProblem(): LinkTokenProblem | undefined;
  /**
   * Asks the relay that served this page for a link that opens the page in another tab.
   * @returns undefined if this tab has no session there, or the relay does not answer
   */
  createLink(): Promise<string | undefined>;
}

/**
 * `used`: the link was used before. `unknown`: the relay did not issue it. `foreign-page`: the relay
 * did not recognise this document as its own. The others: the relay gives this person no session.
 */
export type LinkTokenProblem = "used" | "unknown" | "foreign-page" | PersonRefusalCode;

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
}

export function createRelaySessions(options: RelaySessionsOptions): RelaySessions {
  const { token, pageLoad, home, storage, isFromElsewhere, fetch } = options;
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
      if (response.headers.has(refusalHeader)) {
        // refused for the person, whatever the link
        linkProblem = personRefusalOf(response);
      } else if (response.status === 410) linkProblem = "used";
      else if (response.status === 401) linkProblem = "unknown";
      else if (response.status === 403) linkProblem = "foreign-page";
      if (!response.ok) return;
      const { session } = (await response.json()) as { session: string };
      keep(home, session);
    } catch {
      // The relay does not respond: the next action that needs it reports that.
    }
  };

  const exchanged = token === undefined ? undefined : exchange(token);

  return {
    linkProblem: () => linkProblem,
    has: (address) =>
      (token !== undefined && address === home) || sessionFor(address) !== undefined,
    async find(address) {
      if (address === home) await exchanged;
      return sessionFor(address);
    },
    async createLink() {
      const session = sessionFor(home);
      if (session === undefined) return undefined;
      const { link } = (await askAsOwnPage(fetch, new URL(newLinkPath, home), session)) ?? {};
      return typeof link === "string" ? link : undefined;
    },
    keep,
    forget: (address) => storage.removeItem(keyOf(address)),
  };
}
