/** The token in the link, and the sessions that pages get for it. */
import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import type { Limits } from "./limits.ts";

export type Exchange =
  | { readonly kind: "paired"; readonly session: string }
  | { readonly kind: "wrong-token" }
  /** Too many wrong tokens; not looked at. */
  | { readonly kind: "wait"; readonly seconds: number };

export interface Pairing {
  /** 256 random bits, for the link's fragment alone. */
  readonly token: string;
  /** Gives a new session for the right token. */
  exchange(token: string): Exchange;
  knows(session: string): boolean;
}

/** More than a person has tabs; the oldest session gives way. */
const maximumSessions = 1000;

/**
 * Makes a token and no sessions yet.
 * @param now milliseconds on a monotonic clock
 */
export function createPairing(limits: Limits, now: () => number): Pairing {
  const token = randomSecret();
  const tokenDigest = digest(token);
  /** Digests, so that looking one up tells nothing through the time it takes. */
  const sessions = new Set<string>();
  let wrong = 0;
  let blockedUntil = 0;

  return {
    token,
    exchange(offered) {
      const wait = blockedUntil - now();
      if (wait > 0) return { kind: "wait", seconds: Math.ceil(wait / 1000) };
      if (!timingSafeEqual(digest(offered), tokenDigest)) {
        wrong += 1;
        if (wrong >= limits.wrongTokens) {
          wrong = 0;
          blockedUntil = now() + limits.tokenDelayMs;
        }
        return { kind: "wrong-token" };
      }
      const session = randomSecret();
      sessions.add(digest(session).toString("hex"));
      for (const oldest of sessions) {
        if (sessions.size <= maximumSessions) break;
        sessions.delete(oldest);
      }
      return { kind: "paired", session };
    },
    knows: (session) => sessions.has(digest(session).toString("hex")),
  };
}

function randomSecret(): string {
  return randomBytes(32).toString("base64url");
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
