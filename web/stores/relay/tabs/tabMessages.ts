/** Messages between tabs of one origin about the session of a relay. */

/** The name of the BroadcastChannel. Every script of the origin can read and write there. */
export const tabChannelName = "mcp-playground.relay";

export type TabMessage =
  /** A tab asks for the session of the relay at `address`, encrypted for `publicKey` (SPKI). */
  | {
      readonly kind: "ask";
      readonly id: string;
      readonly address: string;
      readonly publicKey: Uint8Array<ArrayBuffer>;
    }
  /** A tab has that session and asks the user. */
  | { readonly kind: "heard"; readonly id: string }
  | { readonly kind: "allowed"; readonly id: string; readonly sealed: Uint8Array<ArrayBuffer> }
  | { readonly kind: "denied"; readonly id: string }
  /** The tab that asked no longer waits. */
  | { readonly kind: "over"; readonly id: string };

/** Validates a message of the channel; undefined if it is invalid. */
export function readTabMessage(data: unknown): TabMessage | undefined {
  if (typeof data !== "object" || data === null) return undefined;
  const { kind, id, address, publicKey, sealed } = data as Record<string, unknown>;
  if (typeof id !== "string") return undefined;
  switch (kind) {
    case "ask":
      return typeof address === "string" && isBytes(publicKey)
        ? { kind, id, address, publicKey }
        : undefined;
    case "allowed":
      return isBytes(sealed) ? { kind, id, sealed } : undefined;
    case "heard":
    case "denied":
    case "over":
      return { kind, id };
    default:
      return undefined;
  }
}

/** A key or an encrypted session takes a few hundred bytes. */
const maxBytes = 4096;

function isBytes(value: unknown): value is Uint8Array<ArrayBuffer> {
  return (
    value instanceof Uint8Array &&
    value.buffer instanceof ArrayBuffer &&
    value.byteLength <= maxBytes
  );
}
