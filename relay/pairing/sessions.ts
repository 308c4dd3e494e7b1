/** The tokens in links, and the sessions that pages get for them. */

import { createRateLimiter } from "../http/rateLimiter.ts";
import type { Limits } from "../limits.ts";
import { digest, digestName, matches, randomSecret } from "../secrets.ts";
import type { Store } from "../store/store.ts";

export type Exchange =
  | { readonly kind: "paired"; readonly session: string }
  | { readonly kind: "wrong-token" }
  /** A link that lets in one page has done so. */
  | { readonly kind: "used-token" }
  /** A wrong token, and too many before it. */
  | { readonly kind: "wait"; readonly seconds: number };

export interface Pairing {
  /**
   * Gives 256 random bits, for a link's fragment alone. They let in one page; where tokens are
   * shared, it is the same token each time, and it lets in everybody who has it.
   */
  createToken(): string;
  /**
   * Gives a new session for the right token. Wrong ones are counted by visitor; the right one is
   * taken even from a visitor who is to wait: it cannot be guessed, and otherwise whoever guesses on
   * would lock the owner out for as long as he likes.
   * @throws {StoreUnreachable} as do all others here
   */
  exchange(token: string, visitor: string): Promise<Exchange>;
  /** Gives a new session to whom the person at the terminal has let in. */
  give(): Promise<string>;
  knows(session: string): Promise<boolean>;
  /** The token is of no use any more. */
  close(): Promise<void>;
}

/** Tokens that are remembered, so that a used link can be told from a wrong one. */
const mostTokens = 1000;

/** Milliseconds that a shared token is good for at other relays without a sign of life from its own. */
const tokenLivesMs = 120_000;

const present = new Uint8Array([1]);

export interface PairingOptions {
  readonly limits: Limits;
  readonly store: Store;
  /** Whether one access token is for many people, as that of a public relay is. */
  readonly isTokenShared: boolean;
}

/**
 * Makes no sessions yet. In a store that others share, the sessions and a shared token are good at
 * all of them; what is kept there is digests. Tokens for one page are good at this relay alone.
 */
export function createPairing({ limits, store, isTokenShared }: PairingOptions): Pairing {
  const token = randomSecret();
  const tokenDigest = digest(token);
  const tokenId = `token/${digestName(token)}`;
  const wrong = createRateLimiter(store, {
    name: "token",
    limit: limits.wrongTokens,
    windowMs: limits.tokenDelayMs,
  });

  const announce = () => store.put(tokenId, present, { ttl: tokenLivesMs }).catch(() => false);
  const isAnnounced = store.shared && isTokenShared;
  const announcing = isAnnounced ? setInterval(announce, tokenLivesMs / 4).unref() : undefined;
  if (isAnnounced) void announce();

  const isRight = async (offered: string) =>
    matches(offered, tokenDigest) ||
    (store.shared && (await store.get(`token/${digestName(offered)}`)) !== undefined);

  /** The tokens for one page, by digest. */
  const links = new Map<string, "unused" | "used">();

  const remember = (session: string) =>
    store.put(`session/${digestName(session)}`, present, { ttl: limits.sessionMs });

  const give = async () => {
    const session = randomSecret();
    await remember(session);
    return session;
  };

  const createLinkToken = () => {
    const fresh = randomSecret();
    links.set(digestName(fresh), "unused");
    const [oldest] = links.keys();
    if (links.size > mostTokens && oldest !== undefined) links.delete(oldest);
    return fresh;
  };

  /** Takes a token for one page; of two that bring it at the same moment, one is late. */
  const use = async (offered: string): Promise<Exchange | undefined> => {
    const name = digestName(offered);
    const link = links.get(name);
    if (link === undefined) return undefined;
    if (link === "used") return { kind: "used-token" };
    links.set(name, "used");
    try {
      return { kind: "paired", session: await give() };
    } catch (error) {
      links.set(name, "unused");
      throw error;
    }
  };

  return {
    createToken: isTokenShared ? () => token : createLinkToken,
    give,
    async exchange(offered, visitor) {
      if (!isTokenShared) {
        const exchange = await use(offered);
        if (exchange) return exchange;
      } else if (await isRight(offered)) return { kind: "paired", session: await give() };
      const seconds = await wrong.hit(visitor);
      return seconds > 0 ? { kind: "wait", seconds } : { kind: "wrong-token" };
    },
    async knows(session) {
      const known = (await store.get(`session/${digestName(session)}`)) !== undefined;
      if (known) await remember(session);
      return known;
    },
    async close() {
      clearInterval(announcing);
      if (isAnnounced) await store.delete(tokenId).catch(() => false);
    },
  };
}
