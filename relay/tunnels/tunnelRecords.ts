/** What the store knows about tunnels: how long each one lasts, and how many somebody has. */
import { createRateLimiter } from "../http/rateLimiter.ts";
import type { RelayLimits } from "../relayLimits.ts";
import { digestName } from "../secrets.ts";
import type { Store } from "../store/store.ts";

export interface TunnelRecord {
  /** Milliseconds since the epoch. */
  readonly expires: number;
  /** Its owner has closed it. */
  readonly hasEnded?: true;
}

export interface TunnelRecords {
  find(id: string): Promise<TunnelRecord | undefined>;
  /**
   * Begins a tunnel, or goes on with one.
   * @returns why that is refused, as a phrase
   */
  start(id: string, visitor: string): Promise<TunnelRecord | string>;
  /** Keeps the place of a tunnel among those of its owner for another while. */
  renew(id: string, visitor: string): Promise<void>;
  /**
   * Gives the place back.
   * @param isForEver whether the address is not to be used again
   */
  end(id: string, visitor: string, isForEver: boolean): Promise<void>;
}

export function createTunnelRecords(
  store: Store,
  limits: RelayLimits,
  now: () => number,
): TunnelRecords {
  const starts = createRateLimiter(store, {
    name: "tunnel-start",
    limit: limits.tunnelStartsPerHour,
    windowMs: 3_600_000,
  });
  const nameOf = (id: string) => `tunnel/${id}`;
  const slotOf = (visitor: string, slot: number) => `tunnel-slot/${digestName(visitor)}/${slot}`;
  /** A relay that was killed frees the places of its tunnels after this time. */
  const leaseMs = 2 * limits.tunnelAwayMs + 60_000;

  const find: TunnelRecords["find"] = async (id) => {
    const bytes = await store.get(nameOf(id));
    return bytes && (JSON.parse(`${Buffer.from(bytes)}`) as TunnelRecord);
  };
  const put = (id: string, record: TunnelRecord, ifAbsent: boolean) =>
    store.put(nameOf(id), Buffer.from(JSON.stringify(record)), {
      ttl: Math.max(1, record.expires - now()),
      ifAbsent,
    });
  /** The place that a tunnel has, or a free one. */
  const takeSlot = async (id: string, visitor: string): Promise<string | undefined> => {
    const mine = Buffer.from(id);
    const names = Array.from({ length: limits.tunnelsPerVisitor }, (_, slot) =>
      slotOf(visitor, slot),
    );
    for (const name of names) {
      const other = await store.get(name);
      if (other && mine.equals(other)) return name;
    }
    for (const name of names) {
      if (await store.put(name, mine, { ttl: leaseMs, ifAbsent: true })) return name;
    }
    return undefined;
  };

  return {
    find,
    async start(id, visitor) {
      const known = await find(id);
      if (known?.hasEnded) return "This tunnel was closed";
      if (!known) {
        const seconds = await starts.hit(visitor);
        if (seconds > 0) return `Too many tunnels: try again in ${seconds} s`;
      }
      if ((await takeSlot(id, visitor)) === undefined) {
        return "You have as many tunnels as this relay permits: end one";
      }
      const record = known ?? { expires: now() + limits.tunnelMs };
      await put(id, record, true);
      return record;
    },
    async renew(id, visitor) {
      const name = await takeSlot(id, visitor);
      if (name !== undefined) await store.put(name, Buffer.from(id), { ttl: leaseMs });
    },
    async end(id, visitor, isForEver) {
      const name = await takeSlot(id, visitor);
      if (name !== undefined) await store.delete(name);
      if (!isForEver) return;
      const known = await find(id);
      if (known) await put(id, { ...known, hasEnded: true }, false);
    },
  };
}
