/** Marks the headers whose values must not leave the tab unmasked. */

import type { Header } from "../protocol/headers.ts";
import type { SecretSpan } from "./entry.ts";
import { isHarmlessHeader, isUrlHeader } from "./harmlessHeaders.ts";
import { urlSecrets } from "./urlSecrets.ts";

const kinds: ReadonlyMap<string, SecretSpan["kind"]> = new Map([
  ["authorization", "token"],
  ["proxy-authorization", "token"],
  ["cookie", "token"],
  ["set-cookie", "token"],
  ["mcp-session-id", "session-id"],
  ["dpop", "token"],
  // keys of model providers
  ["x-api-key", "token"],
  ["x-goog-api-key", "token"],
]);

/**
 * Spans over the values of headers that carry secrets.
 * @param headers as sent or received
 * @param own names of the headers that the user set, in lower case
 */
export function headerSecrets(
  headers: readonly Header[],
  own: ReadonlySet<string> = new Set(),
): SecretSpan[] {
  return headers.flatMap(([name, value]) => {
    const lower = name.toLowerCase();
    const part = `header:${lower}` as const;
    // a redirect may carry an authorization code
    if (isUrlHeader(lower)) return urlSecrets(value).map((span) => ({ ...span, part }));
    const isOwn = own.has(lower) && !isHarmlessHeader(lower);
    const kind = kinds.get(lower) ?? (isOwn ? "header" : undefined);
    return kind ? [{ part, start: 0, end: value.length, kind }] : [];
  });
}
