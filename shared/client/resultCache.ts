/** Caches results for as long as the server allows (`ttlMs`). */
import type { Clock } from "../core/clock.ts";
import { getOwn } from "../core/json/getOwn.ts";
import type { RequestOutcome } from "./session/outcome.ts";

export interface ResultCache {
  /** The cached result of the same request, if it is still fresh. */
  find(method: string, paramsText: string | undefined): RequestOutcome | undefined;
  /** Stores a result for its own `ttlMs`; a result that must not be cached removes the previous one. */
  store(method: string, paramsText: string | undefined, outcome: RequestOutcome): void;
  forget(method: string): void;
}

/** Methods whose results may be cached. */
const cacheable = new Set([
  "server/discover",
  "tools/list",
  "prompts/list",
  "resources/list",
  "resources/templates/list",
  "resources/read",
]);

/**
 * Creates a cache for one connection: results must not be shared between authorization contexts.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/caching
 */
export function createResultCache(clock: Clock): ResultCache {
  const entries = new Map<string, { outcome: RequestOutcome; until: number }>();
  const keyOf = (method: string, paramsText = "") => `${method} ${paramsText}`;
  return {
    find(method, paramsText) {
      const entry = entries.get(keyOf(method, paramsText));
      return entry && clock.now() < entry.until ? entry.outcome : undefined;
    },
    store(method, paramsText, outcome) {
      const key = keyOf(method, paramsText);
      entries.delete(key);
      if (outcome.kind !== "result" || !cacheable.has(method)) return;
      const ttl = getOwn(outcome.value, "ttlMs");
      const type = getOwn(outcome.value, "resultType");
      if (typeof ttl !== "number" || !(ttl > 0) || (type !== undefined && type !== "complete"))
        return;
      entries.set(key, { outcome, until: clock.now() + ttl });
    },
    forget(method) {
      for (const key of entries.keys()) if (key.startsWith(`${method} `)) entries.delete(key);
    },
  };
}
