/** Secrets that nobody guesses, and the digests by which they are looked up. */
import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

/** 256 random bits. */
export function randomSecret(): string {
  return randomBytes(32).toString("base64url");
}

export function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

/** For a key in a store: looking it up tells nothing of the secret through the time it takes. */
export function digestName(text: string): string {
  return digest(text).toString("base64url");
}

/** Compares a secret with a digest in constant time. */
export function matches(text: string, expected: Uint8Array): boolean {
  const given = digest(text);
  return given.byteLength === expected.byteLength && timingSafeEqual(given, expected);
}
