/** What tabs of one origin say to each other about the session of a relay. */

/** The BroadcastChannel that they use. Every script of the origin can read and write there. */
export const tabChannelName = "mcp-playground.relay";

export type TabMessage =
  /** A tab asks for the session of the relay at `address`, encrypted for `publicKey` (SPKI). */
  | {
      readonly kind: "ask";
      readonly id: string;
      readonly address: string;
      readonly publicKey: Uint8Array<ArrayBuffer>;
    }
  /** A tab has that session, and asks its user. */
  | { readonly kind: "heard"; readonly id: string }
  | { readonly kind: "allowed"; readonly id: string; readonly sealed: Uint8Array<ArrayBuffer> }
  | { readonly kind: "denied"; readonly id: string }
  /** The tab that asked waits no longer. */
  | { readonly kind: "over"; readonly id: string };

/** Reads a message of the channel; undefined for anything else. */
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

/** A key or a sealed session takes a few hundred bytes. */
const mostBytes = 4096;

function isBytes(value: unknown): value is Uint8Array<ArrayBuffer> {
  return (
    value instanceof Uint8Array &&
    value.buffer instanceof ArrayBuffer &&
    value.byteLength <= mostBytes
  );
}
