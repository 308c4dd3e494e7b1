/** Issues the tokens in links and the sessions that pages exchange them for. */
import { createRateLimiter } from "../http/rateLimiter.ts";
import type { RelayLimits } from "../relayLimits.ts";
import { digest, digestName, matches, randomSecret } from "../secrets.ts";
import type { Store } from "../store/store.ts";

type TokenResult =
  | { readonly kind: "paired"; readonly session: string }
  | { readonly kind: "wrong-token" }
  /** The link's token has already been exchanged. */
  | { readonly kind: "used-token" }
  /** A wrong token, after too many others. */
  | { readonly kind: "wait"; readonly seconds: number };

export interface Sessions {
  /**
   * Returns a token (256 random bits) for a link's fragment. It can be exchanged once; where tokens
   * are shared, it is always the same one and everybody who has it can exchange it.
   */
  createToken(): string;
  /**
   * Exchanges a valid token for a new session. Wrong ones are counted per visitor. The right one is
   * accepted even from a visitor over the limit: it cannot be guessed, and otherwise an attacker
   * behind the same address could lock the owner out.
   * @throws {StoreUnreachable} as do all others here
   */
  exchangeToken(token: string, visitor: string): Promise<TokenResult>;
  /** Creates a session for a page that the user has paired. */
  create(): Promise<string>;
  isValid(session: string): Promise<boolean>;
  /** Revokes the shared token. */
  close(): Promise<void>;
}

/** Tokens remembered, to distinguish a used link from a wrong one. */
const maxTokens = 1000;

/** Lifetime in milliseconds of a shared token at other relays, unless its own relay renews it. */
const tokenLivesMs = 120_000;

const present = new Uint8Array([1]);

interface SessionsOptions {
  readonly limits: RelayLimits;
  readonly store: Store;
  /** Whether one token is for many users, as for a public relay. */
  readonly isTokenShared: boolean;
}

/**
 * Creates the registry of tokens and sessions. In a shared store, sessions and the shared token are
 * valid at all relays; the store holds their digests only. Tokens for one page are valid at this
 * relay only.
 */
export function createSessions({ limits, store, isTokenShared }: SessionsOptions): Sessions {
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

  const isSharedToken = async (offered: string) =>
    matches(offered, tokenDigest) ||
    (store.shared && (await store.get(`token/${digestName(offered)}`)) !== undefined);

  /** Tokens for one page, by digest. */
  const links = new Map<string, "unused" | "used">();

  const remember = (session: string) =>
    store.put(`session/${digestName(session)}`, present, { ttl: limits.sessionMs });

  const create = async () => {
    const session = randomSecret();
    await remember(session);
    return session;
  };

  const createLinkToken = () => {
    const fresh = randomSecret();
    links.set(digestName(fresh), "unused");
    const [oldest] = links.keys();
    if (links.size > maxTokens && oldest !== undefined) links.delete(oldest);
    return fresh;
  };

  /** Exchanges a token for one page; of two simultaneous attempts, one succeeds. */
  const exchangeLinkToken = async (offered: string): Promise<TokenResult | undefined> => {
    const name = digestName(offered);
    const link = links.get(name);
    if (link === undefined) return undefined;
    if (link === "used") return { kind: "used-token" };
    links.set(name, "used");
    try {
      return { kind: "paired", session: await create() };
    } catch (error) {
      links.set(name, "unused");
      throw error;
    }
  };

  return {
    createToken: isTokenShared ? () => token : createLinkToken,
    create,
    async exchangeToken(offered, visitor) {
      if (!isTokenShared) {
        const result = await exchangeLinkToken(offered);
        if (result) return result;
      } else if (await isSharedToken(offered)) return { kind: "paired", session: await create() };
      const seconds = await wrong.hit(visitor);
      return seconds > 0 ? { kind: "wait", seconds } : { kind: "wrong-token" };
    },
    async isValid(session) {
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
