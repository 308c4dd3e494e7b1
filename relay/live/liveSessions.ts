/** Stores the chunks of live sessions, within quotas; whoever knows an id may read them. */
import { createRateLimiter } from "../http/rateLimiter.ts";
import type { RelayLimits } from "../relayLimits.ts";
import { digestName, matches, randomSecret } from "../secrets.ts";
import type { Store } from "../store/store.ts";

type Started =
  | { readonly kind: "started"; readonly ownerToken: string; readonly expires: number }
  /** The id is in use. */
  | { readonly kind: "taken" }
  | { readonly kind: "too-many" };

/** `known`: the chunk was stored before. `gap`: the one before is missing. */
type Added = "added" | "known" | "gap" | "full" | "owner-full" | "session-full";

/** A session, as the store keeps it. */
export interface LiveSession {
  readonly id: string;
  /** SHA-256 of the owner's token, base64url. */
  readonly owner: string;
  /** Digest of the visitor whose quota it counts against. */
  readonly visitor: string;
  /** The number of the visitor's slot that it occupies. */
  readonly slot: number;
  /** Milliseconds since the epoch. */
  readonly expires: number;
  /** Who shares it, where a proxy names people. */
  readonly person?: string;
  /** Its id is kept, so that nobody who has the link can continue the session as its owner. */
  readonly hasEnded?: true;
}

export interface LiveSessions {
  /** @param person who starts it, where a proxy names people */
  start(id: string, visitor: string, person: string | undefined): Promise<Started>;
  find(id: string): Promise<LiveSession | undefined>;
  isOwner(session: LiveSession, token: string): boolean;
  /** @returns 0 if another chunk is allowed now, else seconds to wait */
  admitChunk(session: LiveSession): Promise<number>;
  add(session: LiveSession, number: number, bytes: Uint8Array): Promise<Added>;
  read(id: string, number: number): Promise<Uint8Array | undefined>;
  /** Extends the time that the session lasts without its owner. */
  renew(session: LiveSession): Promise<void>;
  /** Whether the owner was there lately. */
  isAttended(id: string): Promise<boolean>;
  /** Deletes the chunks of the session; its id stays taken as long as it could have lasted. */
  remove(session: LiveSession): Promise<void>;
}

/** Creates the storage of live sessions on top of a store. */
export function createLiveSessions(
  store: Store,
  limits: RelayLimits,
  now: () => number,
): LiveSessions {
  const rate = createRateLimiter(store, {
    name: "live-chunk",
    limit: limits.liveChunksPerMinute,
    windowMs: 60_000,
  });
  const nameOf = (id: string) => `live/${id}`;
  const chunkOf = (id: string, number: number) => `live/${id}/${number}`;
  const leaseOf = (id: string) => `live-lease/${id}`;
  const slotOf = (visitor: string, slot: number) => `live-slot/${visitor}/${slot}`;
  const mark = new Uint8Array([1]);

  /** Slots expire with their sessions' leases, so that a killed relay frees them. */
  const takeSlot = async (visitor: string) => {
    for (let slot = 0; slot < limits.livePerVisitor; slot++) {
      const options = { ttl: limits.liveLeaseMs, ifAbsent: true };
      if (await store.put(slotOf(visitor, slot), mark, options)) return slot;
    }
    return undefined;
  };

  return {
    async start(id, address, person) {
      const visitor = digestName(address);
      const slot = await takeSlot(visitor);
      if (slot === undefined) return { kind: "too-many" };
      const ownerToken = randomSecret();
      const expires = now() + limits.liveMs;
      const owner = digestName(ownerToken);
      const session = { owner, visitor, slot, expires, ...(person ? { person } : {}) };
      const bytes = Buffer.from(JSON.stringify(session));
      if (!(await store.put(nameOf(id), bytes, { ttl: limits.liveMs, ifAbsent: true }))) {
        await store.delete(slotOf(visitor, slot));
        return { kind: "taken" };
      }
      await store.put(leaseOf(id), mark, { ttl: limits.liveLeaseMs });
      return { kind: "started", ownerToken, expires };
    },
    async find(id) {
      const bytes = await store.get(nameOf(id));
      if (!bytes) return undefined;
      const session = JSON.parse(Buffer.from(bytes).toString()) as LiveSession;
      return session.hasEnded ? undefined : { ...session, id };
    },
    isOwner: ({ owner }, token) => matches(token, Buffer.from(owner, "base64url")),
    admitChunk: ({ id }) => rate.hit(id),
    async add({ id, visitor, expires }, number, bytes) {
      const ttl = expires - now();
      if (ttl <= 0) return "gap";
      if (number > 0 && (await store.size(chunkOf(id, number - 1))) === undefined) return "gap";
      if ((await store.size(chunkOf(id, number))) !== undefined) return "known";
      const total = await store.incr(`live-bytes/${id}`, bytes.byteLength, { ttl });
      if (total > limits.liveBytes) return "session-full";
      const kind = await store.putCounted(chunkOf(id, number), bytes, {
        ttl,
        owner: visitor,
        ownerBytes: limits.storedBytesPerVisitor,
        totalBytes: limits.storedBytes,
      });
      if (kind === "stored") return "added";
      return kind === "taken" ? "known" : kind;
    },
    read: (id, number) => store.get(chunkOf(id, number)),
    async renew({ id, visitor, slot }) {
      const options = { ttl: limits.liveLeaseMs };
      await store.put(leaseOf(id), mark, options);
      await store.put(slotOf(visitor, slot), mark, options);
    },
    isAttended: async (id) => (await store.size(leaseOf(id))) !== undefined,
    async remove({ id, owner, visitor, slot, expires }) {
      // first, so that no further chunk is added
      const ended = Buffer.from(JSON.stringify({ owner, visitor, slot, expires, hasEnded: true }));
      await store.put(nameOf(id), ended, { ttl: Math.max(1, expires - now()) });
      await Promise.all([
        store.delete(leaseOf(id)),
        store.delete(slotOf(visitor, slot)),
        store.delete(`live-bytes/${id}`),
      ]);
      for (let number = 0; await store.delete(chunkOf(id, number)); number++);
    },
  };
}
