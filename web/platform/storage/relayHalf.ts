/** Fetches the relay's half of the device key from the relay that served this page. */
import { fromBase64Url } from "../../../shared/core/base64.ts";
import { deviceKeyBytes, deviceKeyPath } from "../../../shared/relay/client/deviceKey.ts";
import type { RelayHalf } from "./sealing.ts";

export interface RelayHalfOptions {
  /** The URL of the page. */
  readonly base: string;
  readonly fetch: typeof globalThis.fetch;
  /** This tab's session with the relay that served the page; undefined if it has none. */
  readonly session: () => Promise<string | undefined>;
}

/**
 * Creates a function that fetches the half, retrying until it succeeds, and caches it in memory.
 * The half
 * is never written to a storage: separating the halves is its purpose.
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
      // The relay is not running: values encrypted with its half stay unreadable until it is back.
      return undefined;
    }
  };
  return async () => {
    known ??= await ask();
    return known;
  };
}
