/** Pairs a page of another origin: the terminal shows its origin and a code, the user types the code into the page. */
import { randomInt, randomUUID } from "node:crypto";
import {
  type PairReply,
  type PairRequest,
  pairAttempts,
  pairExpiryMs,
} from "../../shared/relay/client/pairingMessages.ts";
import { createRateLimiter } from "../http/rateLimiter.ts";
import { digest, matches } from "../secrets.ts";
import type { Store } from "../store/store.ts";

export interface PairByCode {
  /** @throws {StoreUnreachable} */
  reply(origin: string, request: PairRequest): Promise<PairReply>;
  /** Whether an origin has been paired, so that its pages may use the relay. */
  isPaired(origin: string): Promise<boolean>;
}

interface PairByCodeOptions {
  readonly store: Store;
  readonly createSession: () => Promise<string>;
  /** Prints a sentence on the terminal. */
  readonly say: (sentence: string) => void;
  /** What a paired page can do, as a phrase that follows "asks to". */
  readonly abilities: string;
  /** Milliseconds that an origin stays paired. */
  readonly pairedMs: number;
}

/** A pending attempt; each origin has at most one. */
interface Attempt {
  readonly pairing: string;
  /** The digest of the code, in hexadecimal. */
  readonly code: string;
  /** Milliseconds since the epoch. */
  readonly expires: number;
}

/**
 * Letters that form no words and are not confused with each other; eight of them have 34 bits.
 * @see https://www.rfc-editor.org/rfc/rfc8628#section-6.1
 */
const letters = "BCDFGHJKLMNPQRSTVWXZ";

/**
 * Attempts within `askWindowMs` milliseconds. The owner of a domain has any number of origins, so
 * the origins of a site are also counted together. The limit on all attempts protects the terminal
 * and is far more than a few sites can use up.
 */
const asksPerOrigin = 5;
const asksPerSite = 20;
const asksOfAll = 500;
const askWindowMs = 600_000;

const attemptOf = (origin: string) => `pairing/attempt/${origin}`;
const paired = (origin: string) => `pairing/origin/${origin}`;

/** Creates the pairing procedure; its state is in the store. */
export function createPairByCode(options: PairByCodeOptions): PairByCode {
  const { store, createSession, say, abilities, pairedMs } = options;
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

  /** The relay that printed a code also prints the outcome, whichever relay received the answer. */
  const reportOutcome = async (pairing: string) => {
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
    // An attempt that one limit refuses does not count for the next one.
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
    // A page that asks again replaces its pending attempt.
    await store.put(attemptOf(origin), bytes, { ttl: pairExpiryMs });
    await reportOutcome(pairing);
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
      const news = `Too many wrong codes from ${origin}: the code is no longer valid.`;
      if (ended) await store.publish(`pairing/${pairing}`, news);
      return { kind: "over" };
    }
    // Only one of two simultaneous answers can delete the attempt.
    if (!(await store.delete(attemptOf(origin)))) return { kind: "over" };
    await store.put(paired(origin), new Uint8Array([1]), { ttl: pairedMs });
    const session = await createSession();
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
            const news = `The page at ${origin} cancelled its request.`;
            await store.publish(`pairing/${request.pairing}`, news);
          }
          return { kind: "over" };
        }
      }
    },
    isPaired: async (origin) => (await store.get(paired(origin))) !== undefined,
  };
}

/** An origin's site: the last two labels of its host, which usually have one owner, or the IP address. */
function siteOf(origin: string): string {
  const { hostname } = new URL(origin);
  return /^[\d.]+$|^\[/.test(hostname) ? hostname : hostname.split(".").slice(-2).join(".");
}
