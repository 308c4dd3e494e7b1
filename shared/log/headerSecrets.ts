/** Marks the headers whose values must not leave the tab in the clear. */
import type { Header, SecretSpan } from "./entry.ts";

const kinds: ReadonlyMap<string, SecretSpan["kind"]> = new Map([
  ["authorization", "token"],
  ["proxy-authorization", "token"],
  ["cookie", "token"],
  ["set-cookie", "token"],
  ["mcp-session-id", "session-id"],
]);

/**
 * Spans over the values of headers that carry secrets.
 * @param headers as sent or received
 * @param own names of headers that the person set for the connection, in lower case
 */
export function headerSecrets(
  headers: readonly Header[],
  own: ReadonlySet<string> = new Set(),
): SecretSpan[] {
  return headers.flatMap(([name, value]) => {
    const lower = name.toLowerCase();
    const kind = kinds.get(lower) ?? (own.has(lower) ? "header" : undefined);
    return kind ? [{ part: `header:${lower}` as const, start: 0, end: value.length, kind }] : [];
  });
}
