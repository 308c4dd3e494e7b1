/** Reads the value that follows a name in a text, in the notations of configurations, programs and logs. */
import { assigned, valueAt } from "./assignedValues.ts";
import { credentials } from "./headerValues.ts";
import { isCredentialLike, isPlainValue, looksRandom } from "./plainValues.ts";
import {
  accepts,
  endOfQuoted,
  type FoundName,
  maxUnlikelyLength,
  type NamedValues,
  quoteAt,
  quoteBefore,
  wordAt,
} from "./valueSyntax.ts";

/**
 * Reads the value of a name.
 * @param isInside whether the name is in an object that was read already
 * @returns undefined if there is none, or it is no secret
 */
export function valuesAfter(
  text: string,
  found: FoundName,
  isInside: boolean,
): NamedValues | undefined {
  return (
    pairOf(text, found) ??
    flagOf(text, found) ??
    listed(text, found) ??
    assigned(text, found, isInside) ??
    spoken(text, found)
  );
}

const pairName =
  /(?:name|key|header|variable|var|field|id|k)\\*["']?[ \t]{0,8}[:=][ \t]{0,8}\\*["']?$/i;
const sibling =
  /\\*["']?(?:(?:(?:\s|\\+[nrt]){0,60},(?:\s|\\+[nrt]){0,60}|(?:\s|\\+[nrt]){1,60})(?:\\*["'])?(?!value\b)[A-Za-z_]\w{0,40}\\*["']?[ \t]{0,8}[:=][ \t]{0,8}(?:\\*["'](?:[^"'\\]|\\(?!["'])){0,200}\\*["']|[\w.-]{1,40})){0,6}(?:(?:\s|\\+[nrt]){0,60},?(?:\s|\\+[nrt]){0,60})(?:\\*["'])?(?:value|val|v)(?:\\*["'])?[ \t]{0,8}[:=][ \t]{0,8}/y;
const earlier =
  /["']?value\\*["']?\s{0,20}:\s{0,20}\\*["']((?:[^"'\\]|\\(?!["'])){1,200})\\*["']\s{0,20},\s{0,20}\\*["']?(?:name|key)\\*["']?\s{0,20}:\s{0,20}\\*["']?$/d;

/** `{"name": "API_KEY", "value": "…"}`, in YAML, and as attributes of XML. */
function pairOf(text: string, { start, end, kind }: FoundName): NamedValues | undefined {
  const before = text.slice(Math.max(0, start - 40), start);
  if (!pairName.test(before)) return undefined;
  sibling.lastIndex = end;
  if (sibling.test(text)) {
    return valueAt(text, sibling.lastIndex, kind, { isStructured: true, isInside: true });
  }
  const from = Math.max(0, start - 320);
  const place = earlier.exec(text.slice(from, start))?.indices?.[1];
  if (!place) return undefined;
  const value = { start: from + place[0], end: from + place[1] };
  return accepts(text.slice(value.start, value.end), kind) ? { values: [value], end } : undefined;
}

/** `--api-key x`, also as items of a list. */
function flagOf(text: string, { start, end, name, kind }: FoundName): NamedValues | undefined {
  if (!/^--?[A-Za-z]/.test(name)) return undefined;
  const isQuoted =
    quoteBefore(text, start) !== undefined && /^\\*["'`]/.test(text.slice(end, end + 8));
  const gap = isQuoted
    ? /\\*["'`](?:\s|\\+[nrt]){0,20},(?:\s|\\+[nrt]){0,20}(?=\\*["'`])/y
    : /(?:[ \t]{1,16}|(?:\s|\\+[nrt]){1,40}(?:- )?)(?![-\s=:])/y;
  gap.lastIndex = end;
  if (!gap.test(text)) return undefined;
  const at = gap.lastIndex;
  const quoted = quoteAt(text, at);
  const value = quoted
    ? { start: quoted.at, end: endOfQuoted(text, quoted, maxUnlikelyLength) }
    : wordAt(text, at);
  const written = text.slice(value.start, value.end);
  if (written.startsWith("-") || !accepts(written, kind === "possible" ? kind : "secret")) {
    return undefined;
  }
  // in a sentence, such as “--token is required”, another word follows
  const rest = text.slice(value.end, value.end + 8);
  const isWord = !quoted && /^[A-Za-z]+$/.test(written);
  if (isWord && !/^[ \t]*(?:$|[\r\n\\]|[ \t]--?[A-Za-z]|["'`)])/.test(rest)) return undefined;
  return { values: [value], end: value.end };
}

/** `("api_key", "x")`, `["Authorization", "Bearer x"]`. */
function listed(text: string, { start, end, name, kind }: FoundName): NamedValues | undefined {
  if (!quoteBefore(text, start)) return undefined;
  const gap = /\\*["'`][ \t]{0,8},[ \t]{0,8}(?=\\*["'`])/y;
  gap.lastIndex = end;
  if (!gap.test(text)) return undefined;
  const quote = quoteAt(text, gap.lastIndex);
  if (!quote) return undefined;
  const range = { start: quote.at, end: endOfQuoted(text, quote, maxUnlikelyLength) };
  const value = credentials(text, range, name);
  const written = text.slice(value.start, value.end);
  if (!isCredentialLike(written) || !accepts(written, kind)) return undefined;
  return { values: [value], end: range.end };
}

/** “API key is x”, “token x”: only what looks random. */
function spoken(text: string, { start, end, kind }: FoundName): NamedValues | undefined {
  if (kind !== "secret") return undefined;
  const gap = /[ \t]+(?:(?:is|was)[ \t:]+)?(?=[^\s])/y;
  gap.lastIndex = end;
  if (!gap.test(text)) return undefined;
  const quote = quoteAt(text, gap.lastIndex);
  const value = quote
    ? { start: quote.at, end: endOfQuoted(text, quote, 200) }
    : wordAt(text, gap.lastIndex);
  const written = text.slice(value.start, value.end);
  const before = text.slice(Math.max(0, start - 60), start);
  const isCommand = /(?:^|[\s=;&|"'])(?:set\s+-\w+|setenv|login\s+\S+)\s+$/.test(before);
  const isSecret = quote
    ? isCredentialLike(written)
    : isCommand
      ? accepts(written, kind)
      : looksRandom(written) || /^[0-9a-f]{32,}$/i.test(written);
  return isSecret && !isPlainValue(written) ? { values: [value], end: value.end } : undefined;
}
