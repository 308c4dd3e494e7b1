/** Random secrets, and the digests by which they are stored and compared. */
import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

/** Returns 256 random bits as base64url. */
export function randomSecret(): string {
  return randomBytes(32).toString("base64url");
}

/** SHA-256 of a text. */
export function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

/** The digest as a store key: the time that a lookup takes then reveals nothing about the secret. */
export function digestName(text: string): string {
  return digest(text).toString("base64url");
}

/** Compares a secret with a digest in constant time. */
export function matches(text: string, expected: Uint8Array): boolean {
  const given = digest(text);
  return given.byteLength === expected.byteLength && timingSafeEqual(given, expected);
}
