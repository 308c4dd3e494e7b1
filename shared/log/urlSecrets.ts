/** Marks the parts of a URL that must not leave the tab unmasked. */

import type { SecretSpan } from "./entry.ts";
import { isRandomSegment } from "./secrets/plainValues.ts";

/** Longest path whose segments are looked at, in characters. */
const maxPathLength = 4096;

/**
 * Spans over the userinfo, every query value, which many servers use to identify clients, and the
 * segments of the path that look random, which hosted servers use as tokens.
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
  for (const { start, end } of randomSegments(url)) mark(start, end);
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

/**
 * The segments of a URL's path that look random: keys, tokens and UUIDs.
 * @param url absolute or relative, as written
 */
export function randomSegments(url: string): { readonly start: number; readonly end: number }[] {
  const path = /^(?:[a-z][a-z0-9+.-]*:)?(?:\/\/[^/?#]*)?([^?#]*)/di.exec(url)?.indices?.[1];
  if (!path || path[1] - path[0] > maxPathLength) return [];
  const found: { start: number; end: number }[] = [];
  let start = path[0];
  for (const segment of url.slice(...path).split("/")) {
    const end = start + segment.length;
    if (isRandomSegment(segment)) found.push({ start, end });
    start = end + 1;
  }
  return found;
}
