/** Asks the relay that served this page for its half of the device key. */
import { fromBase64Url } from "../../../../shared/core/base64.ts";
import { deviceKeyBytes, deviceKeyPath } from "../../../../shared/relay/client/deviceKey.ts";
import type { RelayHalf } from "./sealing.ts";

export interface RelayHalfOptions {
  /** The address of the page. */
  readonly base: string;
  readonly fetch: typeof globalThis.fetch;
  /** This tab's session with the relay that served the page; undefined where it has none. */
  readonly session: () => Promise<string | undefined>;
}

/**
 * Makes a function that asks until it was given the half, and then keeps it for as long as the
 * page lives. It never reaches a storage: that is what it is for.
 */
export function createRelayHalf(options: RelayHalfOptions): () => Promise<RelayHalf> {
  const { base, fetch, session } = options;
  let known: RelayHalf;
  const ask = async (): Promise<RelayHalf> => {
    const bearer = await session();
    if (bearer === undefined) return undefined;
    try {
      const response = await fetch(new URL(deviceKeyPath, base), {
        method: "POST",
        headers: { Authorization: `Bearer ${bearer}` },
        credentials: "omit",
        redirect: "error",
      });
      if (!response.ok) return undefined;
      const { key } = (await response.json()) as { key?: unknown };
      const half = typeof key === "string" ? fromBase64Url(key) : undefined;
      return half?.byteLength === deviceKeyBytes ? half : undefined;
    } catch {
      // the relay is gone: what was sealed with its half stays closed until it is back
      return undefined;
    }
  };
  return async () => {
    known ??= await ask();
    return known;
  };
}
