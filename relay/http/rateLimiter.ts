/** Counts what each visitor does, at all relays of a store together. */
import type { IncomingMessage } from "node:http";
import type { Store } from "../store/store.ts";

export interface RateLimiter {
  /**
   * Counts one more.
   * @returns seconds after which it is surely welcome again; 0 when it is now
   */
  hit(visitor: string): Promise<number>;
}

/**
 * Makes a counter that begins anew `windowMs` after the first that it counted.
 * @param name tells it from other counters in the store
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
 * Who asks, past the proxies that are trusted, as Express finds out `request.ip`.
 * @param isTrusted Express's compiled setting `trust proxy`
 */
export function visitorOf(
  { socket, headers }: IncomingMessage,
  isTrusted: (address: string, hop: number) => boolean,
): string {
  const forwarded = `${headers["x-forwarded-for"] ?? ""}`.split(",").map((text) => text.trim());
  const addresses = [socket.remoteAddress ?? "", ...forwarded.filter(Boolean).reverse()];
  const asking = addresses.find((address, hop) => !isTrusted(address, hop));
  return visitorFor(asking ?? addresses.at(-1));
}

/**
 * Whom an address stands for when visitors are counted: of IPv6, a whole network is one customer's.
 * @param address as the socket or a trusted proxy tells it
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
