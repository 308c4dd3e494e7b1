/** The token in the link, and the sessions that pages get for it. */
import type { Limits } from "./limits.ts";
import { createRate } from "./rate.ts";
import { digest, digestName, matches, randomSecret } from "./secrets.ts";
import type { Store } from "./store/store.ts";

export type Exchange =
  | { readonly kind: "paired"; readonly session: string }
  | { readonly kind: "wrong-token" }
  /** A wrong token, and too many before it. */
  | { readonly kind: "wait"; readonly seconds: number };

export interface Pairing {
  /** 256 random bits, for the link's fragment alone. */
  readonly token: string;
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

/** Milliseconds that a token is good for at other relays without a sign of life from its own. */
const tokenLivesMs = 120_000;

const present = new Uint8Array([1]);

/**
 * Makes a token and no sessions yet. In a store that others share, the token and the sessions are
 * good at all of them; what is kept there is digests.
 */
export function createPairing(limits: Limits, store: Store): Pairing {
  const token = randomSecret();
  const tokenDigest = digest(token);
  const tokenId = `token/${digestName(token)}`;
  const wrong = createRate(store, {
    name: "token",
    limit: limits.wrongTokens,
    windowMs: limits.tokenDelayMs,
  });

  const announce = () => store.put(tokenId, present, { ttl: tokenLivesMs }).catch(() => false);
  const announcing = store.shared ? setInterval(announce, tokenLivesMs / 4).unref() : undefined;
  if (store.shared) void announce();

  const isRight = async (offered: string) =>
    matches(offered, tokenDigest) ||
    (store.shared && (await store.get(`token/${digestName(offered)}`)) !== undefined);

  const remember = (session: string) =>
    store.put(`session/${digestName(session)}`, present, { ttl: limits.sessionMs });

  const give = async () => {
    const session = randomSecret();
    await remember(session);
    return session;
  };

  return {
    token,
    give,
    async exchange(offered, visitor) {
      if (await isRight(offered)) return { kind: "paired", session: await give() };
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
      if (store.shared) await store.delete(tokenId).catch(() => false);
    },
  };
}
