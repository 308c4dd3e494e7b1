/** Marks the parts of a URL that must not leave the tab unmasked. */
import type { SecretSpan } from "./entry.ts";

/**
 * Spans over the userinfo and every query value, which many servers use to identify clients.
 * @param url absolute or relative, as written
 * @see https://www.rfc-editor.org/rfc/rfc3986#section-3
 */
export function urlSecrets(url: string): SecretSpan[] {
  const spans: SecretSpan[] = [];
  const mark = (start: number, end: number) => {
    if (end > start) spans.push({ part: "url", start, end, kind: "token" });
  };
  const userinfo = /^(?:[a-z][a-z0-9+.-]*:)?\/\/([^/?#]*)@/di.exec(url)?.indices?.[1];
  if (userinfo) mark(...userinfo);
  const query = /^[^?#]*\?([^#]*)/d.exec(url)?.indices?.[1];
  if (!query) return spans;
  let start = query[0];
  for (const pair of url.slice(...query).split("&")) {
    const end = start + pair.length;
    // without "=" the whole parameter may be a value
    mark(start + pair.indexOf("=") + 1, end);
    start = end + 1;
  }
  return spans;
}
