/** Sealed bytes that pages keep at the relay for a while: opaque, counted, bounded, deletable. */

import { createRateLimiter } from "../http/rateLimiter.ts";
import type { Limits } from "../limits.ts";
import { digest, digestName, matches, randomSecret } from "../secrets.ts";
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
  | { readonly kind: "full" }
  /** This visitor stored too much. */
  | { readonly kind: "owner-full" };

/** A blob that is being read. */
export interface OpenBlob {
  /** Bytes of all of it. */
  readonly size: number;
  /**
   * Reads it piece by piece, each when it is asked for.
   * @throws {BlobGone} when it is deleted or expires meanwhile
   */
  pieces(): AsyncGenerator<Uint8Array, void>;
}

/** A blob was deleted or expired while it was read. */
export class BlobGone extends Error {
  override readonly name = "BlobGone";
}

export interface Blobs {
  /**
   * Counts one that a visitor is about to store.
   * @returns seconds after which one more is surely welcome; 0 when it is now
   * @throws {StoreUnreachable | StoreFull} as do all others here
   */
  admit(visitor: string): Promise<number>;
  /**
   * @param ttl milliseconds to keep it, at most what the limits say
   * @param visitor whose quota it counts in
   */
  put(id: string, bytes: Uint8Array, ttl: number, visitor: string): Promise<Stored>;
  open(id: string): Promise<OpenBlob | undefined>;
  delete(id: string, deleteToken: string): Promise<"deleted" | "absent" | "wrong-token">;
}

/** Random, and too long to be guessed: the id is what one must know to read a blob. */
const idPattern = /^[\w-]{22,64}$/;

/** The digest of the delete token stands before the bytes. */
const digestBytes = 32;

/** Bytes that are read at once; what one reader takes of the memory is a small multiple of it. */
const pieceBytes = 65_536;

const hourMs = 3_600_000;

export function isBlobId(text: string): boolean {
  return idPattern.test(text);
}

/** Stores blobs in a store. */
export function createBlobs(store: Store, limits: Limits, now: () => number): Blobs {
  const rate = createRateLimiter(store, {
    name: "blob",
    limit: limits.blobsPerHour,
    windowMs: hourMs,
  });

  // An earlier version stored blobs in another form under `blob/`.
  const nameOf = (id: string) => `sealed/${id}`;

  return {
    admit: (visitor) => rate.hit(visitor),
    async put(id, bytes, ttl, visitor) {
      const expires = now() + ttl;
      const deleteToken = randomSecret();
      const kept = Buffer.concat([digest(deleteToken), bytes]);
      const kind = await store.putCounted(nameOf(id), kept, {
        ttl,
        // who stored a blob is nobody's business for as long as the blob lives
        owner: digestName(visitor),
        ownerBytes: limits.storedBytesPerVisitor,
        totalBytes: limits.storedBytes,
      });
      return kind === "stored" ? { kind, expires, deleteToken } : { kind };
    },
    async open(id) {
      const all = await store.size(nameOf(id));
      if (all === undefined) return undefined;
      return {
        size: all - digestBytes,
        async *pieces() {
          for (let start = digestBytes; start < all; ) {
            const piece = await store.read(nameOf(id), start, Math.min(pieceBytes, all - start));
            if (!piece?.byteLength) throw new BlobGone("A blob went while it was read.");
            start += piece.byteLength;
            yield piece;
          }
        },
      };
    },
    async delete(id, deleteToken) {
      const expected = await store.read(nameOf(id), 0, digestBytes);
      if (!expected) return "absent";
      if (!matches(deleteToken, expected)) return "wrong-token";
      return (await store.delete(nameOf(id))) ? "deleted" : "absent";
    },
  };
}
