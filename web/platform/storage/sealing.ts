/** Encrypts values with a key derived from two halves: the browser's non-extractable key and the relay's. */

import { decodeText, encodeText, sha256 } from "../../../shared/core/bytes.ts";
import { toHex } from "../../../shared/core/hex.ts";

/** An encrypted value, as stored. */
export interface SealedValue {
  /** The halves it was encrypted with, as {@link nameOfHalf} names them. */
  readonly half: string;
  readonly iv: Uint8Array<ArrayBuffer>;
  readonly bytes: ArrayBuffer;
}

/** The relay's half of the key; undefined if no relay provides one. */
export type RelayHalf = Uint8Array<ArrayBuffer> | undefined;

/** The name for the browser's half alone. */
export const browserAlone = "browser";

/** What the key is for: one encrypts everything that is stored. */
export const storedPurpose = "mcp-playground stored data";

/** Generates the browser's half: usable for key derivation and not extractable. */
export async function createBrowserHalf(): Promise<CryptoKey> {
  const random = crypto.getRandomValues(new Uint8Array(32));
  return crypto.subtle.importKey("raw", random, "HKDF", false, ["deriveKey"]);
}

/**
 * Derives the key from both halves: the relay's half is the salt, so that the browser's half gives
 * another key without it.
 * @see https://www.rfc-editor.org/rfc/rfc5869
 */
export function combineHalves(browserHalf: CryptoKey, relayHalf: RelayHalf): Promise<CryptoKey> {
  const info = relayHalf ? `${storedPurpose}, with a relay` : storedPurpose;
  const salt = relayHalf ?? new Uint8Array();
  return crypto.subtle.deriveKey(
    { name: "HKDF", hash: "SHA-256", salt, info: encodeText(info) },
    browserHalf,
    { name: "AES-GCM", length: 256 },
    false,
    ["encrypt", "decrypt"],
  );
}

/** Identifies a relay's half without revealing anything about it: halves are random. */
export async function nameOfHalf(relayHalf: RelayHalf): Promise<string> {
  if (!relayHalf) return browserAlone;
  const text = encodeText(`${storedPurpose}, name of `);
  return hexDigest(new Uint8Array([...text, ...relayHalf]));
}

/**
 * Encrypts a value.
 * @param name authenticated: a value stored under one name is rejected under another. It says what
 * the value is for, because one key encrypts all.
 * @param half the name of the halves that `key` was derived from
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

/** Decrypts a value; undefined if the key or the name differs, or the value was changed. */
export async function unseal(key: CryptoKey, name: string, sealed: SealedValue): Promise<unknown> {
  try {
    const algorithm = { name: "AES-GCM", iv: sealed.iv, additionalData: encodeText(name) };
    const bytes = await crypto.subtle.decrypt(algorithm, key, sealed.bytes);
    return JSON.parse(decodeText(new Uint8Array(bytes)));
  } catch {
    return undefined;
  }
}

/** SHA-256 as hexadecimal digits. */
export async function hexDigest(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return toHex(await sha256(bytes));
}
