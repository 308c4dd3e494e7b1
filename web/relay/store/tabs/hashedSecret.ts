/** Secrets whose hashes tabs exchange before they reveal them. */

import { sha256 } from "../../../../shared/core/bytes.ts";
import { toHex } from "../../../../shared/core/hex.ts";

export interface HashedSecret {
  readonly secret: Uint8Array<ArrayBuffer>;
  readonly digest: Uint8Array<ArrayBuffer>;
}

export async function createHashedSecret(): Promise<HashedSecret> {
  const secret = crypto.getRandomValues(new Uint8Array(32));
  return { secret, digest: await sha256(secret) };
}

export function areEqual(some: Uint8Array, others: Uint8Array): boolean {
  return toHex(some) === toHex(others);
}
