/** The link to a session that is watched live: its id at the relay, and the key that no server gets. */
import { fromBase64Url, toBase64Url } from "../../core/base64.ts";

export interface LiveAddress {
  /** 128 random bits. */
  readonly id: string;
  /** 256 random bits, in base64url. */
  readonly key: string;
}

/** @returns a fresh id and key; a key is used for one session only, so that no nonce repeats */
export function createLiveAddress(): LiveAddress {
  const random = (bytes: number) => toBase64Url(crypto.getRandomValues(new Uint8Array(bytes)));
  return { id: random(16), key: random(32) };
}

/** The value of the fragment's parameter `w`. */
export function formatLive({ id, key }: LiveAddress): string {
  return `1.${id}.${key}`;
}

/** Reads the value of the fragment's parameter `w`. */
export function parseLive(value: string): LiveAddress | "unknown-version" | "damaged" {
  if (!value.startsWith("1.")) return "unknown-version";
  const [, id = "", key = ""] = /^1\.([\w-]{22,64})\.([\w-]{43})$/.exec(value) ?? [];
  return id === "" || fromBase64Url(key)?.byteLength !== 32 ? "damaged" : { id, key };
}
