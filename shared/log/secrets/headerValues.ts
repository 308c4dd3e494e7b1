/** Reads the credentials in lines of HTTP headers. */
import { isCredentialLike, isPlainValue, looksRandom } from "./plainValues.ts";
import { type NamedValues, type Range, wordAt } from "./valueSyntax.ts";

const cookieAttribute = /^(?:path|domain|expires|max-age|samesite|priority)$/i;

/** `Cookie: a=x; b=y`: the values of all pairs. */
export function cookieLine(at: number, rest: string): NamedValues | undefined {
  const values = cookiesIn(rest, at);
  return values.length === 0 ? undefined : { values, end: at + rest.length };
}

function cookiesIn(rest: string, at: number): Range[] {
  return [...rest.matchAll(/(?:^|;)\s*([^\s=;,]{1,80})=([^;\s]+)/dg)].flatMap(
    ({ 1: name = "", 2: value = "", indices }) => {
      const place = indices?.[2];
      if (!place || cookieAttribute.test(name) || isPlainValue(value) || value.length < 6)
        return [];
      return [{ start: at + place[0], end: at + place[1] }];
    },
  );
}

/** `Authorization: Bearer x`: what follows the scheme. */
export function authorizationLine(text: string, at: number, rest: string): NamedValues | undefined {
  const value = credentials(text, { start: at, end: at + rest.trimEnd().length }, "authorization");
  const scheme = text.slice(at, value.start).trim().toLowerCase();
  if (scheme !== "" && !/^(?:bearer|basic|dpop|token|apikey|key)$/.test(scheme)) {
    const line = text.slice(value.start, value.start + 1000).split(/[\r\n]/, 1)[0] ?? "";
    const values = [...line.matchAll(/[\w-]=\\*"?([^\s",\\]{6,})/dg)].flatMap(({ indices }) => {
      const place = indices?.[1];
      return place ? [{ start: value.start + place[0], end: value.start + place[1] }] : [];
    });
    const end = values.at(-1)?.end;
    return end === undefined ? undefined : { values, end };
  }
  const range = wordAt(text, value.start);
  const credential = text.slice(range.start, range.end);
  const isLikely = isCredentialLike(credential) || looksRandom(credential);
  return isLikely && !isPlainValue(credential) ? { values: [range], end: range.end } : undefined;
}

/** The part of an authorization after its scheme, and of cookies; other values stay. */
export function credentials(text: string, range: Range, name: string): Range {
  if (!/authorization$/i.test(name)) return range;
  const written = text.slice(range.start, Math.min(range.end, range.start + 40));
  const scheme = /^[A-Za-z][\w-]{1,20}[ \t+]+(?=\S)/.exec(written)?.[0].length ?? 0;
  return { start: range.start + scheme, end: range.end };
}
