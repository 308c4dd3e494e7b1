/** Fixed-window rate limits per visitor, counted in the store and so shared between relays. */
import type { IncomingMessage } from "node:http";
import type { Store } from "../store/store.ts";

interface RateLimiter {
  /**
   * Counts an attempt.
   * @returns 0 if it is allowed, else the seconds after which the next one certainly is
   */
  hit(visitor: string): Promise<number>;
}

/**
 * Creates a limiter whose window begins with a visitor's first attempt.
 * @param name distinguishes it from other limiters in the store
 */
export function createRateLimiter(
  store: Store,
  { name, limit, windowMs }: { name: string; limit: number; windowMs: number },
): RateLimiter {
  return {
    async hit(visitor) {
      const count = await store.incr(`rate/${name}/${visitor}`, 1, { ttl: windowMs });
      return count > limit ? Math.ceil(windowMs / 1000) : 0;
    },
  };
}

/**
 * The visitor behind trusted proxies, determined like Express's `request.ip`.
 * @param isTrusted Express's compiled setting `trust proxy`
 */
export function visitorOf(
  { socket, headers }: IncomingMessage,
  isTrusted: (address: string, hop: number) => boolean,
): string {
  const forwarded = `${headers["x-forwarded-for"] ?? ""}`.split(",").map((text) => text.trim());
  const addresses = [socket.remoteAddress ?? "", ...forwarded.filter(Boolean).reverse()];
  const client = addresses.find((address, hop) => !isTrusted(address, hop));
  return visitorFor(client ?? addresses.at(-1));
}

/**
 * The visitor that an address counts for. One customer usually has a whole IPv6 /64 network.
 * @param address as given by the socket or a trusted proxy
 */
export function visitorFor(address: string | undefined): string {
  if (address === undefined) return "unknown";
  const [v4] = /(?<=^::ffff:)[\d.]+$/i.exec(address) ?? [];
  if (v4 || !address.includes(":")) return v4 ?? address;
  const [head = "", tail] = address.replace(/%.*$/, "").split("::");
  const groups = head.split(":").filter(Boolean);
  const rest = tail?.split(":").filter(Boolean) ?? [];
  const zeros = Array(Math.max(0, 8 - groups.length - rest.length)).fill("0");
  return `${[...groups, ...zeros, ...rest].slice(0, 4).join(":")}::/64`;
}
