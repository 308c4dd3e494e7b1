/** Messages between tabs of one origin about the session of a relay. */

/** The name of the BroadcastChannel. Every script of the origin can read and write there. */
export const tabChannelName = "mcp-playground.relay";

type Bytes = Uint8Array<ArrayBuffer>;

/**
 * The tab that asks commits itself to its key before it learns the nonce of the other one, so that
 * the code, which depends on both, can be prepared by neither side. A request and a nonce are the
 * digests of secrets: who ends a request reveals its secret.
 */
export type TabMessage =
  /** A tab asks for the session of the relay at `address`; `commitment` is the digest of its key. */
  | {
      readonly kind: "ask";
      readonly id: string;
      readonly address: string;
      readonly commitment: Bytes;
    }
  /** A tab has that session. */
  | { readonly kind: "acknowledged"; readonly id: string; readonly nonce: Bytes }
  /** The tab that asked names the tab that it asks, and its key (SPKI). */
  | {
      readonly kind: "reveal";
      readonly id: string;
      readonly nonce: Bytes;
      readonly publicKey: Bytes;
    }
  /** The session, encrypted with the key. */
  | { readonly kind: "allowed"; readonly id: string; readonly sealed: Bytes }
  | { readonly kind: "denied"; readonly id: string; readonly secret: Bytes }
  /** The tab that asked no longer waits. */
  | { readonly kind: "over"; readonly id: string; readonly secret: Bytes };

/** Validates a message of the channel; undefined if it is invalid. */
export function readTabMessage(data: unknown): TabMessage | undefined {
  if (typeof data !== "object" || data === null) return undefined;
  const { kind, id, address, ...rest } = data as Record<string, unknown>;
  const { commitment, nonce, publicKey, sealed, secret } = rest;
  if (typeof id !== "string") return undefined;
  switch (kind) {
    case "ask":
      return typeof address === "string" && isDigest(commitment)
        ? { kind, id, address, commitment }
        : undefined;
    case "acknowledged":
      return isDigest(nonce) ? { kind, id, nonce } : undefined;
    case "reveal":
      return isDigest(nonce) && isBytes(publicKey) ? { kind, id, nonce, publicKey } : undefined;
    case "allowed":
      return isBytes(sealed) ? { kind, id, sealed } : undefined;
    case "denied":
    case "over":
      return isBytes(secret) ? { kind, id, secret } : undefined;
    default:
      return undefined;
  }
}

/** A key or an encrypted session takes a few hundred bytes. */
const maxBytes = 4096;
const digestBytes = 32;

function isBytes(value: unknown): value is Bytes {
  return (
    value instanceof Uint8Array &&
    value.buffer instanceof ArrayBuffer &&
    value.byteLength <= maxBytes
  );
}

function isDigest(value: unknown): value is Bytes {
  return isBytes(value) && value.byteLength === digestBytes;
}
