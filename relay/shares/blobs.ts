/** Sealed bytes that pages keep at the relay for a while: opaque, counted, bounded, deletable. */
import type { Limits } from "../limits.ts";
import { createRate } from "../rate.ts";
import { digest, matches, randomSecret } from "../secrets.ts";
import type { Store } from "../store/store.ts";

/** What became of a blob that was to be stored. */
export type Stored =
  | {
      readonly kind: "stored";
      /** Milliseconds since the epoch. */
      readonly expires: number;
      /** A secret: with it the blob can be deleted. The relay keeps a digest of it. */
      readonly deleteToken: string;
    }
  /** Something has this id already; it stays as it is. */
  | { readonly kind: "taken" }
  /** Everybody together stored too much. */
  | { readonly kind: "full" };

export interface Blobs {
  /**
   * Counts one that a visitor is about to store.
   * @returns seconds after which one more is surely welcome; 0 when it is now
   * @throws {StoreUnreachable} as do all others here
   */
  admit(visitor: string): Promise<number>;
  /** @param ttl milliseconds to keep it, at most what the limits say */
  put(id: string, bytes: Uint8Array, ttl: number): Promise<Stored>;
  get(id: string): Promise<Uint8Array | undefined>;
  delete(id: string, deleteToken: string): Promise<"deleted" | "absent" | "wrong-token">;
}

/** Random, and too long to be guessed: the id is what one must know to read a blob. */
const idPattern = /^[\w-]{22,64}$/;

/** The digest of the delete token stands before the bytes, and the day of expiry after it. */
const digestBytes = 32;
const dayBytes = 4;

const hourMs = 3_600_000;
const dayMs = 86_400_000;

export function isBlobId(text: string): boolean {
  return idPattern.test(text);
}

/** Opens the shelf of a store. */
export function createBlobs(store: Store, limits: Limits, now: () => number): Blobs {
  const rate = createRate(store, { name: "blob", limit: limits.blobsPerHour, windowMs: hourMs });

  // Bytes are counted by the day on which they expire: what expires by itself needs no subtraction.
  const dayOf = (time: number) => Math.floor(time / dayMs);
  const add = (day: number, bytes: number) =>
    store.incr(`blob-bytes/${day}`, bytes, { ttl: (day + 1) * dayMs - now() });
  const storedBytes = async () => {
    const days = Array.from(
      { length: dayOf(limits.blobMs) + 2 },
      (_, index) => dayOf(now()) + index,
    );
    const counts = await Promise.all(days.map((day) => store.get(`blob-bytes/${day}`)));
    return counts.reduce((sum, count) => sum + (count ? Number(decode(count)) : 0), 0);
  };

  return {
    admit: (visitor) => rate.hit(visitor),
    async put(id, bytes, ttl) {
      const expires = now() + ttl;
      const day = dayOf(expires);
      await add(day, bytes.byteLength);
      const not = async (kind: "full" | "taken") => {
        await add(day, -bytes.byteLength);
        return { kind } as const;
      };
      if ((await storedBytes()) > limits.storedBytes) return not("full");
      const deleteToken = randomSecret();
      const kept = Buffer.allocUnsafe(digestBytes + dayBytes + bytes.byteLength);
      kept.set(digest(deleteToken));
      kept.writeUInt32BE(day, digestBytes);
      kept.set(bytes, digestBytes + dayBytes);
      const isNew = await store.put(`blob/${id}`, kept, { ttl, ifAbsent: true });
      return isNew ? { kind: "stored", expires, deleteToken } : not("taken");
    },
    async get(id) {
      return (await store.get(`blob/${id}`))?.subarray(digestBytes + dayBytes);
    },
    async delete(id, deleteToken) {
      const kept = await store.get(`blob/${id}`);
      if (!kept) return "absent";
      if (!matches(deleteToken, kept.subarray(0, digestBytes))) return "wrong-token";
      if (!(await store.delete(`blob/${id}`))) return "absent";
      const day = Buffer.from(kept.buffer, kept.byteOffset, kept.byteLength).readUInt32BE(
        digestBytes,
      );
      await add(day, -(kept.byteLength - digestBytes - dayBytes));
      return "deleted";
    },
  };
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
