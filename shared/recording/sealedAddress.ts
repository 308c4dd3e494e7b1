/** Reads and writes the part of a link with the id and the key of a sealed recording. */

/** Maximum size of a sealed recording in bytes after decompression. */
export const maximumSealedBytes = 64 * 1024 * 1024;

/** The location of a sealed recording, and its key. */
export interface SealedAddress {
  /** The id at the relay, 128 random bits. */
  readonly id: string;
  /** The key in base64url; no server ever gets it. */
  readonly key: string;
}

/** The value of the fragment's parameter `r`. */
export function formatSealed({ id, key }: SealedAddress): string {
  return `1.${id}.${key}`;
}

/** Reads the value of the fragment's parameter `r`. */
export function parseSealed(value: string): SealedAddress | "unknown-version" | "damaged" {
  if (!value.startsWith("1.")) return "unknown-version";
  const [, id = "", key = ""] = /^1\.([\w-]{22,64})\.([\w-]{43})$/.exec(value) ?? [];
  return id === "" ? "damaged" : { id, key };
}
