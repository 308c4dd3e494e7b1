/** Digests with which tabs commit themselves to what they reveal later. */
import { toHex } from "../../../../shared/core/hex.ts";

export interface TabSecret {
  readonly secret: Uint8Array<ArrayBuffer>;
  readonly digest: Uint8Array<ArrayBuffer>;
}

export async function createTabSecret(): Promise<TabSecret> {
  const secret = crypto.getRandomValues(new Uint8Array(32));
  return { secret, digest: await digestOf(secret) };
}

/** SHA-256. */
export async function digestOf(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
}

export function areEqual(some: Uint8Array, others: Uint8Array): boolean {
  return toHex(some) === toHex(others);
}
