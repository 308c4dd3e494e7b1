/** Seals values with a key made of two halves: one that the browser never gives out, and the relay's. */

import { decodeText, encodeText } from "../../../../shared/core/bytes.ts";
import { toHex } from "../../../../shared/core/hex.ts";

/** A sealed value, as it is stored. */
export interface SealedValue {
  /** Which halves it was sealed with, as {@link nameOfHalf} tells it. */
  readonly half: string;
  readonly iv: Uint8Array<ArrayBuffer>;
  readonly bytes: ArrayBuffer;
}

/** The relay's half of the key; undefined where there is no relay that gives one. */
export type RelayHalf = Uint8Array<ArrayBuffer> | undefined;

/** Named so where the browser's half is all there is. */
export const browserAlone = "browser";

const purpose = "mcp-playground remembered credentials";
const signInPurpose = "mcp-playground sign-in under way";

/** Makes the browser's half: good for deriving keys, and not to be read by any script. */
export async function createBrowserHalf(): Promise<CryptoKey> {
  const random = crypto.getRandomValues(new Uint8Array(32));
  return crypto.subtle.importKey("raw", random, "HKDF", false, ["deriveKey"]);
}

/**
 * Derives the key from both halves: the relay's is the salt, so that without it the browser's
 * gives another key.
 * @see https://www.rfc-editor.org/rfc/rfc5869
 */
export function combineHalves(browserHalf: CryptoKey, relayHalf: RelayHalf): Promise<CryptoKey> {
  const info = relayHalf ? `${purpose}, with a relay` : purpose;
  return deriveKey(browserHalf, relayHalf ?? new Uint8Array(), info);
}

/** Derives the key for sign-ins under way from the browser's half alone; it opens nothing that is remembered. */
export function deriveSignInKey(browserHalf: CryptoKey): Promise<CryptoKey> {
  return deriveKey(browserHalf, new Uint8Array(), signInPurpose);
}

function deriveKey(
  browserHalf: CryptoKey,
  salt: Uint8Array<ArrayBuffer>,
  info: string,
): Promise<CryptoKey> {
  return crypto.subtle.deriveKey(
    { name: "HKDF", hash: "SHA-256", salt, info: encodeText(info) },
    browserHalf,
    { name: "AES-GCM", length: 256 },
    false,
    ["encrypt", "decrypt"],
  );
}

/** Tells relays apart without telling anything of their halves, which are random. */
export async function nameOfHalf(relayHalf: RelayHalf): Promise<string> {
  if (!relayHalf) return browserAlone;
  const text = encodeText(`${purpose}, name of `);
  return hexDigest(new Uint8Array([...text, ...relayHalf]));
}

/**
 * Seals a value.
 * @param name goes into the seal: what is sealed under one name cannot be passed off as another
 * @param half the name of what `key` was made of
 */
export async function seal(
  key: CryptoKey,
  half: string,
  name: string,
  value: unknown,
): Promise<SealedValue> {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const algorithm = { name: "AES-GCM", iv, additionalData: encodeText(name) };
  const bytes = await crypto.subtle.encrypt(algorithm, key, encodeText(JSON.stringify(value)));
  return { half, iv, bytes };
}

/** Opens a value; undefined where the key or the name is another, or it was changed. */
export async function unseal(key: CryptoKey, name: string, sealed: SealedValue): Promise<unknown> {
  try {
    const algorithm = { name: "AES-GCM", iv: sealed.iv, additionalData: encodeText(name) };
    const bytes = await crypto.subtle.decrypt(algorithm, key, sealed.bytes);
    return JSON.parse(decodeText(new Uint8Array(bytes)));
  } catch {
    return undefined;
  }
}

/** SHA-256 in hexadecimal digits. */
export async function hexDigest(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", bytes);
  return toHex(new Uint8Array(hash));
}
