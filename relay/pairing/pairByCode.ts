/** Pairs a page hosted elsewhere: the terminal shows who asks and a code, the person types it there. */
import { randomInt, randomUUID } from "node:crypto";
import {
  type PairReply,
  type PairRequest,
  pairAttempts,
  pairExpiryMs,
} from "../../shared/relay/client/pairing.ts";
import { createRateLimiter } from "../http/rateLimiter.ts";
import { digest, matches } from "../secrets.ts";
import type { Store } from "../store/store.ts";

export interface PairByCode {
  /** @throws {StoreUnreachable} */
  reply(origin: string, request: PairRequest): Promise<PairReply>;
  /** Whether pages of an origin have been paired, and may speak to the relay. */
  isPaired(origin: string): Promise<boolean>;
}

export interface PairByCodeOptions {
  readonly store: Store;
  /** Gives a new session. */
  readonly give: () => Promise<string>;
  /** Shows a sentence in the terminal. */
  readonly say: (sentence: string) => void;
  /** What a paired page could do here, for the person who decides. */
  readonly abilities: string;
  /** Milliseconds that an origin stays paired. */
  readonly pairedMs: number;
}

/** An attempt that is under way; each origin has one at a time. */
interface Attempt {
  readonly pairing: string;
  /** Of the code, in hexadecimal. */
  readonly code: string;
  /** Milliseconds since the epoch. */
  readonly expires: number;
}

/** Letters that make no words and are not mistaken for each other; eight of them are 34 bits.
 * @see https://www.rfc-editor.org/rfc/rfc8628#section-6.1 */
const letters = "BCDFGHJKLMNPQRSTVWXZ";

/**
 * Attempts within `askWindowMs` milliseconds. Who owns a domain has any number of origins, so those
 * of a site are counted together as well; the bound on all spares the terminal, and is far beyond
 * what a few sites can use up.
 */
const asksPerOrigin = 5;
const asksPerSite = 20;
const asksOfAll = 500;
const askWindowMs = 600_000;

const attemptOf = (origin: string) => `pairing/attempt/${origin}`;
const paired = (origin: string) => `pairing/origin/${origin}`;

/** Makes the desk; what it knows is in the store. */
export function createPairByCode(options: PairByCodeOptions): PairByCode {
  const { store, give, say, abilities, pairedMs } = options;
  const rate = (name: string, limit: number) =>
    createRateLimiter(store, { name, limit, windowMs: askWindowMs });
  const byOrigin = rate("pair", asksPerOrigin);
  const bySite = rate("pair-site", asksPerSite);
  const byAll = rate("pair-all", asksOfAll);

  const attempt = async (origin: string): Promise<Attempt | undefined> => {
    const bytes = await store.get(attemptOf(origin));
    const found = bytes && (JSON.parse(new TextDecoder().decode(bytes)) as Attempt);
    return found && found.expires > Date.now() ? found : undefined;
  };

  /** The relay that has shown a code tells what became of it, whichever relay took the answer. */
  const follow = async (pairing: string) => {
    const over = await store.subscribe(`pairing/${pairing}`, (outcome) => {
      say(outcome);
      void stop();
    });
    const timeout = setTimeout(() => void stop(), pairExpiryMs).unref();
    const stop = async () => {
      clearTimeout(timeout);
      await over();
    };
  };

  const ask = async (origin: string): Promise<PairReply> => {
    // whoever is refused by the first does not count for the next
    const seconds =
      (await byOrigin.hit(origin)) ||
      (await bySite.hit(siteOf(origin))) ||
      (await byAll.hit("all"));
    if (seconds > 0) return { kind: "busy", retryInMs: seconds * 1000 };
    const code = Array.from({ length: 8 }, () => letters[randomInt(letters.length)]).join("");
    const pairing = randomUUID();
    const mine: Attempt = {
      pairing,
      code: digest(code).toString("hex"),
      expires: Date.now() + pairExpiryMs,
    };
    const bytes = new TextEncoder().encode(JSON.stringify(mine));
    // a page that asks again has forgotten the first time
    await store.put(attemptOf(origin), bytes, { ttl: pairExpiryMs });
    await follow(pairing);
    const minutes = pairExpiryMs / 60_000;
    say(
      `The page at ${origin} asks to ${abilities} through this relay. ` +
        `If you opened it, type this code there within ${minutes} minutes: ${code.slice(0, 4)}-${code.slice(4)}`,
    );
    return { kind: "shown", pairing, expiresInMs: pairExpiryMs };
  };

  const answer = async (origin: string, pairing: string, typed: string): Promise<PairReply> => {
    const found = await attempt(origin);
    if (found?.pairing !== pairing) return { kind: "over" };
    const tries = await store.incr(`pairing/tries/${pairing}`, 1, { ttl: pairExpiryMs });
    const code = typed.toUpperCase().replace(/[^A-Z]/g, "");
    if (tries > pairAttempts || !matches(code, Buffer.from(found.code, "hex"))) {
      if (tries < pairAttempts) return { kind: "wrong-code", attemptsLeft: pairAttempts - tries };
      const ended = await store.delete(attemptOf(origin));
      const news = `Too many wrong codes from ${origin}: the code is no good any more.`;
      if (ended) await store.publish(`pairing/${pairing}`, news);
      return { kind: "over" };
    }
    // whoever takes it away has it; a second answer at the same moment comes too late
    if (!(await store.delete(attemptOf(origin)))) return { kind: "over" };
    await store.put(paired(origin), new Uint8Array([1]), { ttl: pairedMs });
    const session = await give();
    await store.publish(`pairing/${pairing}`, `The page at ${origin} is paired with this relay.`);
    return { kind: "paired", session };
  };

  return {
    async reply(origin, request) {
      switch (request.kind) {
        case "ask":
          return ask(origin);
        case "answer":
          return answer(origin, request.pairing, request.code);
        case "cancel": {
          const isMine = (await attempt(origin))?.pairing === request.pairing;
          if (isMine && (await store.delete(attemptOf(origin)))) {
            const news = `The page at ${origin} asks no longer.`;
            await store.publish(`pairing/${request.pairing}`, news);
          }
          return { kind: "over" };
        }
      }
    },
    isPaired: async (origin) => (await store.get(paired(origin))) !== undefined,
  };
}

/** The last two labels of an origin's host, which one owner has in most cases; an address whole. */
function siteOf(origin: string): string {
  const { hostname } = new URL(origin);
  return /^[\d.]+$|^\[/.test(hostname) ? hostname : hostname.split(".").slice(-2).join(".");
}
