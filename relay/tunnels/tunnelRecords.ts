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
  /** The key of its slot: an owner has as many as it may have tunnels. */
  readonly slot?: string;
}

/** Why a tunnel does not begin, as a phrase; `isForEver` if its address is not to be used again. */
export interface StartRefusal {
  readonly reason: string;
  readonly isForEver: boolean;
}

export interface TunnelRecords {
  find(id: string): Promise<TunnelRecord | undefined>;
  /** Begins a tunnel, or goes on with one, also from another address. */
  start(id: string, visitor: string): Promise<TunnelRecord | StartRefusal>;
  /** Keeps the slot of a tunnel for as long again. */
  renew(id: string, visitor: string): Promise<void>;
  /**
   * Frees the slot.
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
  const slotsOf = (visitor: string) =>
    Array.from(
      { length: limits.tunnelsPerVisitor },
      (_, slot) => `tunnel-slot/${digestName(visitor)}/${slot}`,
    );
  /** The slots of a relay that was killed are free after this time. */
  const leaseMs = 2 * limits.tunnelAwayMs + 4 * limits.tunnelRenewMs;

  const find: TunnelRecords["find"] = async (id) => {
    const bytes = await store.get(nameOf(id));
    return bytes && (JSON.parse(`${Buffer.from(bytes)}`) as TunnelRecord);
  };
  const put = (id: string, record: TunnelRecord) =>
    store.put(nameOf(id), Buffer.from(JSON.stringify(record)), {
      ttl: Math.max(1, record.expires - now()),
    });
  const isOf = async (slot: string, id: string) => {
    const owner = await store.get(slot);
    return owner !== undefined && Buffer.from(id).equals(owner);
  };
  const free = async (slot: string, id: string) => {
    if (await isOf(slot, id)) await store.delete(slot);
  };
  /** The slot of a visitor that a tunnel has. */
  const ownSlot = async (id: string, visitor: string): Promise<string | undefined> => {
    for (const slot of slotsOf(visitor)) if (await isOf(slot, id)) return slot;
    return undefined;
  };
  const freeSlot = async (id: string, visitor: string): Promise<string | undefined> => {
    const lease = { ttl: leaseMs, ifAbsent: true };
    for (const slot of slotsOf(visitor)) {
      if (await store.put(slot, Buffer.from(id), lease)) return slot;
    }
    return undefined;
  };
  /** Gives a tunnel a slot of a visitor, and frees the one that it has at another address. */
  const move = async (
    id: string,
    visitor: string,
    record: TunnelRecord,
  ): Promise<TunnelRecord | undefined> => {
    const own = await ownSlot(id, visitor);
    const slot = own ?? (await freeSlot(id, visitor));
    if (slot === undefined) return undefined;
    if (own !== undefined) await store.put(own, Buffer.from(id), { ttl: leaseMs });
    if (record.slot === slot) return record;
    if (record.slot !== undefined) await free(record.slot, id);
    const moved = { ...record, slot };
    await put(id, moved);
    return moved;
  };

  return {
    find,
    async start(id, visitor) {
      const known = await find(id);
      if (known?.hasEnded) return { reason: "This tunnel was closed", isForEver: true };
      if (!known) {
        const seconds = await starts.hit(visitor);
        if (seconds > 0) {
          return { reason: `Too many tunnels: try again in ${seconds} s`, isForEver: false };
        }
      }
      const record = known ?? { expires: now() + limits.tunnelMs };
      return (
        (await move(id, visitor, record)) ?? {
          reason: "You have as many tunnels as this relay permits: end one",
          isForEver: false,
        }
      );
    },
    async renew(id, visitor) {
      const known = await find(id);
      if (known && !known.hasEnded) await move(id, visitor, known);
    },
    async end(id, visitor, isForEver) {
      const known = await find(id);
      // the record of one whose time is over has gone
      const slot = known?.slot ?? (await ownSlot(id, visitor));
      if (slot !== undefined) await free(slot, id);
      if (isForEver && known) await put(id, { expires: known.expires, hasEnded: true });
    },
  };
}
