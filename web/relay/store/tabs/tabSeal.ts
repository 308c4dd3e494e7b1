/** Encrypts a relay session from one tab to another; both tabs show a code to compare. */

import { decodeText, encodeText, sha256 } from "../../../../shared/core/bytes.ts";

const algorithm = {
  name: "RSA-OAEP",
  modulusLength: 2048,
  publicExponent: new Uint8Array([1, 0, 1]),
  hash: "SHA-256",
};

interface TabKeys {
  /** SPKI. */
  readonly publicKey: Uint8Array<ArrayBuffer>;
  /** @throws {DOMException} if it was not encrypted for this key */
  open(sealed: Uint8Array<ArrayBuffer>): Promise<string>;
}

/** Generates a key pair with a non-extractable private key. */
export async function createTabKeys(): Promise<TabKeys> {
  const pair = await crypto.subtle.generateKey(algorithm, false, ["encrypt", "decrypt"]);
  return {
    publicKey: new Uint8Array(await crypto.subtle.exportKey("spki", pair.publicKey)),
    open: async (sealed) =>
      decodeText(new Uint8Array(await crypto.subtle.decrypt(algorithm, pair.privateKey, sealed))),
  };
}

/** @throws {DOMException} if `publicKey` is not a key */
export async function sealSession(
  session: string,
  publicKey: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> {
  const key = await crypto.subtle.importKey("spki", publicKey, algorithm, false, ["encrypt"]);
  return new Uint8Array(await crypto.subtle.encrypt(algorithm, key, encodeText(session)));
}

/** Letters that form no words; the same as for the codes in the relay's terminal. */
const letters = "BCDFGHJKLMNPQRSTVWXZ";

/**
 * The code of a public key and a nonce, which the user compares. It has 34 bits. A script cannot
 * search for a key with the same code, because it has to commit itself to one before it learns the
 * nonce, nor for a nonce, because it has to name one before it learns the key.
 * @param nonce of constant length
 */
export async function comparisonCode(
  publicKey: Uint8Array<ArrayBuffer>,
  nonce: Uint8Array<ArrayBuffer>,
): Promise<string> {
  const digest = new DataView((await sha256(new Uint8Array([...nonce, ...publicKey]))).buffer);
  const code = Array.from(
    { length: 8 },
    (_, index) => letters[digest.getUint32(index * 4) % letters.length],
  );
  return `${code.slice(0, 4).join("")}-${code.slice(4).join("")}`;
}
