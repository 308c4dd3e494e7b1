/** Results that the server said may be used again for a while. */
import type { Clock } from "../core/clock.ts";
import { getOwn } from "../core/getOwn.ts";
import type { Outcome } from "./session/outcome.ts";

export interface Cache {
  /** The result of the same request, while it is fresh. */
  find(method: string, paramsText: string | undefined): Outcome | undefined;
  /** Keeps a result, for as long as it says itself; the authorization context is the cache's own. */
  keep(method: string, paramsText: string | undefined, outcome: Outcome): void;
  /** Forgets every result of a method. */
  forget(method: string): void;
}

/** The results that may be kept. */
const cacheable = new Set([
  "server/discover",
  "tools/list",
  "prompts/list",
  "resources/list",
  "resources/templates/list",
  "resources/read",
]);

/**
 * Makes a cache for one connection, and so for one authorization context.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/caching
 */
export function createCache(clock: Clock): Cache {
  const kept = new Map<string, { outcome: Outcome; until: number }>();
  const keyOf = (method: string, paramsText = "") => `${method} ${paramsText}`;
  return {
    find(method, paramsText) {
      const entry = kept.get(keyOf(method, paramsText));
      return entry && clock.now() < entry.until ? entry.outcome : undefined;
    },
    keep(method, paramsText, outcome) {
      const key = keyOf(method, paramsText);
      kept.delete(key);
      if (outcome.kind !== "result" || !cacheable.has(method)) return;
      const ttl = getOwn(outcome.value, "ttlMs");
      const type = getOwn(outcome.value, "resultType");
      if (typeof ttl !== "number" || !(ttl > 0) || (type !== undefined && type !== "complete"))
        return;
      kept.set(key, { outcome, until: clock.now() + ttl });
    },
    forget(method) {
      for (const key of kept.keys()) if (key.startsWith(`${method} `)) kept.delete(key);
    },
  };
}
