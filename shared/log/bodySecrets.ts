/** Marks secrets in the bodies of OAuth requests and responses. */

import { encodeText } from "../core/bytes.ts";
import { anyMember, stringMembers } from "../core/json/stringLiterals.ts";
import { percentDecoded } from "../core/text/percentDecoded.ts";
import type { SecretSpan } from "./entry.ts";

/** Parameters and members whose values would let others act for the user. */
const secretNames: ReadonlySet<string> = new Set([
  "access_token",
  "actor_token",
  "assertion",
  "client_assertion",
  "client_secret",
  "code",
  "code_verifier",
  "device_code",
  "id_token",
  "password",
  "refresh_token",
  "registration_access_token",
  "request",
  "state",
  "subject_token",
  "token",
]);

const isSecret = (name: string) => secretNames.has(name.toLowerCase());

/**
 * Spans over the secret values of a form, in UTF-16 units.
 * @param text `application/x-www-form-urlencoded`, well-formed or not
 */
export function formSecrets(text: string): SecretSpan[] {
  const spans: SecretSpan[] = [];
  let start = 0;
  for (const pair of text.split("&")) {
    const equals = pair.indexOf("=");
    const end = start + pair.length;
    const name = pair.slice(0, Math.max(equals, 0));
    if (isSecret(percentDecoded(name) ?? name)) {
      spans.push(...span(start + equals + 1, end));
    }
    start = end + 1;
  }
  return spans;
}

/**
 * Spans over the secret strings of a JSON text at any depth, in UTF-16 units.
 * @param text JSON, well-formed or not
 */
export function jsonSecrets(text: string): SecretSpan[] {
  const spans: SecretSpan[] = [];
  for (const { name, start, end } of stringMembers(text, anyMember)) {
    if (isSecret(name)) spans.push(...span(start, end));
  }
  return spans;
}

/**
 * Spans over every occurrence of known secrets in a text, in UTF-16 units.
 * @param values those under 8 characters are skipped, as they may occur by chance
 */
export function repeatedSecrets(text: string, values: readonly string[]): SecretSpan[] {
  return values
    .filter((value) => value.length >= 8)
    .flatMap((value) => {
      const spans: SecretSpan[] = [];
      for (let at = text.indexOf(value); at >= 0; at = text.indexOf(value, at + value.length)) {
        spans.push(...span(at, at + value.length));
      }
      return spans;
    });
}

/** Converts spans in UTF-16 units to spans over the UTF-8 bytes of the text. */
export function inBytes(text: string, spans: readonly SecretSpan[]): SecretSpan[] {
  const places = [...new Set(spans.flatMap(({ start, end }) => [start, end]))];
  const offsets = new Map<number, number>();
  let [from, bytes] = [0, 0];
  // encodes each piece once: a hostile server can cause any number of spans
  for (const at of places.sort((one, other) => one - other)) {
    bytes += encodeText(text.slice(from, at)).byteLength;
    offsets.set(at, bytes);
    from = at;
  }
  const offset = (at: number) => offsets.get(at) ?? 0;
  return spans.map((each) => ({ ...each, start: offset(each.start), end: offset(each.end) }));
}

function span(start: number, end: number): SecretSpan[] {
  return end > start ? [{ part: "body", start, end, kind: "token" }] : [];
}
