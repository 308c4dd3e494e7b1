/** Encrypts recordings, so that a relay can store them without reading them. */
import { fromBase64Url, toBase64Url } from "../core/base64.ts";
import { encodeText } from "../core/bytes.ts";

/** Encrypted bytes, and the key that only the link carries. */
export interface Sealed {
  /** The nonce, followed by the ciphertext with its tag. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** 32 bytes as base64url. */
  readonly key: string;
}

/** The parameter `r` of a link: where a sealed recording is stored, and its key. */
export interface SealedLink {
  readonly id: string;
  readonly key: string;
}

/** Decrypted bytes; `wrong-key` if the key does not fit or the bytes were changed. */
export type Unsealed =
  | { readonly kind: "bytes"; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: "refused"; readonly problem: "wrong-key" };

const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;

/** Binds the ciphertext to its purpose and version. */
const additionalData = encodeText("mcp-playground sealed recording 1");

/** Encrypts bytes with AES-256-GCM, under a key and a nonce that are used once. */
export async function seal(bytes: Uint8Array<ArrayBuffer>): Promise<Sealed> {
  const key = crypto.getRandomValues(new Uint8Array(keyBytes));
  const iv = crypto.getRandomValues(new Uint8Array(nonceBytes));
  const encrypted = await crypto.subtle.encrypt(
    { name: "AES-GCM", iv, additionalData },
    await importKey(key, "encrypt"),
    bytes,
  );
  const sealed = new Uint8Array(nonceBytes + encrypted.byteLength);
  sealed.set(iv);
  sealed.set(new Uint8Array(encrypted), nonceBytes);
  return { bytes: sealed, key: toBase64Url(key) };
}

/**
 * Decrypts sealed bytes; never throws.
 * @param key as {@link seal} returned it
 */
export async function unseal(bytes: Uint8Array<ArrayBuffer>, key: string): Promise<Unsealed> {
  const raw = fromBase64Url(key);
  if (raw?.byteLength !== keyBytes || bytes.byteLength < nonceBytes + tagBytes) {
    return { kind: "refused", problem: "wrong-key" };
  }
  try {
    const iv = bytes.subarray(0, nonceBytes);
    const decrypted = await crypto.subtle.decrypt(
      { name: "AES-GCM", iv, additionalData },
      await importKey(raw, "decrypt"),
      bytes.subarray(nonceBytes),
    );
    return { kind: "bytes", bytes: new Uint8Array(decrypted) };
  } catch {
    return { kind: "refused", problem: "wrong-key" };
  }
}

/** Encodes the parameter `r`: `1.<id>.<key>`. */
export function encodeSealedLink({ id, key }: SealedLink): string {
  return `1.${id}.${key}`;
}

/** Decodes the parameter `r`; ids are those that relays accept. */
export function decodeSealedLink(
  value: string,
): SealedLink | { readonly problem: "unknown-version" | "damaged" } {
  if (!value.startsWith("1.")) return { problem: "unknown-version" };
  const [, id = "", key = ""] = /^1\.([\w-]{22,64})\.([\w-]{43})$/.exec(value) ?? [];
  return id === "" ? { problem: "damaged" } : { id, key };
}

function importKey(key: Uint8Array<ArrayBuffer>, usage: "encrypt" | "decrypt"): Promise<CryptoKey> {
  return crypto.subtle.importKey("raw", key, "AES-GCM", false, [usage]);
}
