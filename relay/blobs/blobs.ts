/** Stores encrypted blobs of pages for a limited time, within quotas. */
import { createRateLimiter } from "../http/rateLimiter.ts";
import type { RelayLimits } from "../relayLimits.ts";
import { digest, digestName, matches, randomSecret } from "../secrets.ts";
import type { Store } from "../store/store.ts";

type Stored =
  | {
      readonly kind: "stored";
      /** Milliseconds since the epoch. */
      readonly expires: number;
      /** A secret that permits deleting the blob. The relay keeps its digest only. */
      readonly deleteToken: string;
    }
  /** The id is in use; its blob is unchanged. */
  | { readonly kind: "taken" }
  /** The total quota is used up. */
  | { readonly kind: "full" }
  /** The visitor's quota is used up. */
  | { readonly kind: "owner-full" };

/** A blob that is being read. */
interface OpenBlob {
  /** Size in bytes. */
  readonly size: number;
  /**
   * Reads the blob piece by piece, each on demand.
   * @throws {BlobGone} when it is deleted or expires meanwhile
   */
  pieces(): AsyncGenerator<Uint8Array, void>;
}

/** A blob was deleted or expired while it was read. */
class BlobGone extends Error {
  override readonly name = "BlobGone";
}

export interface Blobs {
  /**
   * Counts an upload against the visitor's rate limit.
   * @returns 0 if it is allowed, else the seconds after which the next one certainly is
   * @throws {StoreUnreachable | StoreFull} like all other methods
   */
  admit(visitor: string): Promise<number>;
  /**
   * @param ttl lifetime in milliseconds, at most the limit
   * @param visitor whose quota it counts against
   */
  put(id: string, bytes: Uint8Array, ttl: number, visitor: string): Promise<Stored>;
  open(id: string): Promise<OpenBlob | undefined>;
  delete(id: string, deleteToken: string): Promise<"deleted" | "absent" | "wrong-token">;
}

/** Ids are long enough not to be guessed, because knowing the id permits reading. */
const idPattern = /^[\w-]{22,64}$/;

/** The digest of the delete token is stored before the content. */
const digestBytes = 32;

/** Bytes per read; each reader occupies a small multiple of it in memory. */
const pieceBytes = 65_536;

const hourMs = 3_600_000;

export function isBlobId(text: string): boolean {
  return idPattern.test(text);
}

/** Creates the blob storage on top of a store. */
export function createBlobs(store: Store, limits: RelayLimits, now: () => number): Blobs {
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
        // The store keeps a digest instead of the visitor's address.
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
            if (!piece?.byteLength) throw new BlobGone("A blob was deleted while it was read.");
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
