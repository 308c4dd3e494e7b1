/** Replaces the phrases of JSON texts by short codes, and UUIDs by shorter ones, before compression. */
import { fromBase64Url, toBase64Url } from "../../core/base64.ts";
import { parseHex, toHex } from "../../core/hex.ts";
import { phrases } from "./phrases.ts";

/*
 * JSON text as JSON.stringify writes it has no characters below U+0020, so these are codes: U+0000
 * starts a UUID of 22 characters in base64url, U+0001 to U+000C start a code of two characters, the
 * others are codes of one character.
 */
const uuidCode = "\0";
const firstLead = 1;
const firstSingle = 0x0d;
const singles = 0x20 - firstSingle;
const perLead = 0x80;

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const [uuidCharacters, uuidCodeLength] = [36, 22];

function codeOf(index: number): string {
  if (index < singles) return String.fromCharCode(firstSingle + index);
  const rest = index - singles;
  return String.fromCharCode(firstLead + Math.floor(rest / perLead), rest % perLead);
}

/** The phrases that begin with two characters, longest first. */
type Index = ReadonlyMap<string, readonly (readonly [phrase: string, code: string])[]>;
let built: Index | undefined;

function phraseIndex(): Index {
  if (built) return built;
  const index = new Map<string, [string, string][]>();
  for (const [at, phrase] of phrases.entries()) {
    const start = phrase.slice(0, 2);
    const alike = index.get(start) ?? [];
    alike.push([phrase, codeOf(at)]);
    index.set(start, alike);
  }
  for (const alike of index.values()) alike.sort(([one], [other]) => other.length - one.length);
  built = index;
  return index;
}

/** Shortens a JSON text as `JSON.stringify` writes it; {@link lengthen} restores it exactly. */
export function shorten(json: string): string {
  const index = phraseIndex();
  let [short, plain, at] = ["", 0, 0];
  const put = (code: string, length: number) => {
    short += json.slice(plain, at) + code;
    at += length;
    plain = at;
  };
  while (at < json.length) {
    const bytes = uuidAt(json, at);
    if (bytes) {
      put(uuidCode + toBase64Url(bytes), uuidCharacters);
      continue;
    }
    const found = index
      .get(json.slice(at, at + 2))
      ?.find(([phrase]) => json.startsWith(phrase, at));
    if (found) put(found[1], found[0].length);
    else at += 1;
  }
  return short + json.slice(plain);
}

/**
 * Restores a shortened text.
 * @param maxCharacters of the restored text
 * @returns undefined if it is longer, or has invalid codes
 */
export function lengthen(short: string, maxCharacters: number): string | undefined {
  let [text, plain, at] = ["", 0, 0];
  while (at < short.length) {
    const code = short.charCodeAt(at);
    if (code >= 0x20) {
      at += 1;
      continue;
    }
    const isUuid = code === 0;
    const isSingle = code >= firstSingle;
    const length = isUuid ? 1 + uuidCodeLength : isSingle ? 1 : 2;
    const meaning = isUuid
      ? uuidOf(short.slice(at + 1, at + length))
      : phrases[isSingle ? code - firstSingle : indexOf(code, short.charCodeAt(at + 1))];
    if (meaning === undefined) return undefined;
    text += short.slice(plain, at) + meaning;
    at += length;
    plain = at;
    if (text.length > maxCharacters) return undefined;
  }
  text += short.slice(plain);
  return text.length > maxCharacters ? undefined : text;
}

/** The index of the phrase of two characters; -1 if the second one is not part of a code. */
function indexOf(lead: number, second: number): number {
  return second < perLead ? singles + (lead - firstLead) * perLead + second : -1;
}

function uuidAt(text: string, at: number): Uint8Array | undefined {
  if (text[at + 8] !== "-" || text[at + 13] !== "-") return undefined;
  const found = text.slice(at, at + uuidCharacters);
  return uuid.test(found) ? parseHex(found.replaceAll("-", "")) : undefined;
}

function uuidOf(code: string): string | undefined {
  const bytes = code.length === uuidCodeLength ? fromBase64Url(code) : undefined;
  return bytes && toHex(bytes).replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
