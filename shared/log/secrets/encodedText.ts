/** Finds and decodes the encoded parts of a text: percent-encoding, JSON escapes and base64. */
import { fromBase64Url } from "../../core/base64.ts";
import { decodeText } from "../../core/bytes.ts";
import { fromJsonString, stringLiterals } from "../../core/json/stringLiterals.ts";
import { percentDecoded } from "../../core/text/percentDecoded.ts";

/** A part of a text, decoded. */
interface DecodedPart {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly rangesOf: (decoded: readonly Range[]) => readonly Range[];
}

/** In UTF-16 units. */
interface Range {
  readonly start: number;
  readonly end: number;
}

const minBase64Length = 16;

/** Maximum length of a run of base64 that is decoded, in characters. */
const maxBase64Length = 4_000_000;

/**
 * The parts of a text that a URL may consist of, each with an encoded character. One expression for
 * them would look for the percent sign from every character of a long word again.
 */
function* percentRuns(text: string): Generator<Range> {
  const encoded = /%[0-9A-Fa-f]{2}/g;
  const rest = /[\w.~!$&'()*+,;=:@/?#%-]*/y;
  let from = 0;
  for (let hit = encoded.exec(text); hit; hit = encoded.exec(text)) {
    let start = hit.index;
    while (start > from && /[\w.~!$&'()*+,;=:@/?#-]/.test(text[start - 1] ?? "")) start--;
    rest.lastIndex = encoded.lastIndex;
    rest.test(text);
    from = rest.lastIndex;
    encoded.lastIndex = from;
    yield { start, end: from };
  }
}

/** Lists the encoded parts, in order for each encoding. */
export function* decodedParts(text: string): Generator<DecodedPart> {
  if (text.includes("%")) {
    for (const { start, end } of percentRuns(text)) {
      const run = text.slice(start, end);
      const decoded = percentDecoded(run.replaceAll("+", " "));
      if (decoded === undefined) continue;
      const rangesOf = rangesIn(start, run, percentUnit, percentDecoded);
      yield { start, end, text: decoded, rangesOf };
    }
  }
  if (text.includes("\\")) {
    for (const { start, end } of stringLiterals(text)) {
      const run = text.slice(start, end);
      if (!run.includes("\\")) continue;
      const decoded = fromJsonString(run);
      if (decoded === undefined) continue;
      yield {
        start,
        end,
        text: decoded,
        rangesOf: rangesIn(start, run, escapeUnit, fromJsonString),
      };
    }
  }
  for (const { start, end } of base64Runs(text)) {
    const decoded = printable(text.slice(start, end));
    if (decoded === undefined) continue;
    // masked as a whole: its other characters depend on those of the secret
    yield { start, end, text: decoded, rangesOf: (secrets) => secrets.map(() => ({ start, end })) };
  }
}

/** The characters of base64 and base64url, by their code. */
const isBase64 = new Uint8Array(128);
for (const character of "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/_-") {
  isBase64[character.charCodeAt(0)] = 1;
}

/**
 * Finds the words that may be base64, with their padding. A regular expression would fail with a
 * RangeError on a word of megabytes, where its stack is short.
 */
function* base64Runs(text: string): Generator<{ readonly start: number; readonly end: number }> {
  let start = -1;
  for (let at = 0; at <= text.length; at++) {
    if (isBase64[text.charCodeAt(at)] === 1) {
      if (start < 0) start = at;
      continue;
    }
    if (start < 0) continue;
    let end = at;
    while (end < at + 2 && text[end] === "=") end++;
    if (end - start >= minBase64Length) yield { start, end };
    start = -1;
  }
}

/** Decodes base64 if the result is text; looks at the first characters of a run only, if it is not. */
function printable(run: string): string | undefined {
  if (run.length > maxBase64Length) return undefined;
  const start = fromBase64Url(run.slice(0, 32));
  if (!start || !isText(start)) return undefined;
  const bytes = fromBase64Url(run.replace(/=+$/, ""));
  return bytes && decodeText(bytes);
}

function isText(bytes: Uint8Array): boolean {
  return (
    bytes.every((byte) => byte >= 32 || byte === 9 || byte === 10 || byte === 13) &&
    bytes.filter((byte) => byte < 127).length >= bytes.length * 0.9
  );
}

/** Codes of letters, digits and the signs `$`, `-`, `.` and `_`. */
const nameCode = /2[4de]|3\d|4[1-9a-f]|5[\daf]|6[1-9a-f]|7[\da]/.source;

/** An escape of such a character, in JSON and in programs. */
const nameEscape = new RegExp(`\\\\(?:(?:u00|x)(${nameCode})|u\\{0{0,4}(${nameCode})\\})`, "gi");

/**
 * The text without the escapes of letters, digits and signs of names, so that `pass\u0077ord` is
 * recognised. The escapes of other characters, such as quotes, stay.
 * @returns undefined if there are none
 */
export function withPlainNames(text: string): DecodedPart | undefined {
  if (!/\\[ux]/i.test(text)) return undefined;
  let [plain, from] = ["", 0];
  /** The offsets of the decoded characters, and how much shorter the text is behind each of them. */
  const [places, shorter]: [number[], number[]] = [[], []];
  for (const { 0: written, 1: code, 2: other = "", index } of text.matchAll(nameEscape)) {
    let slash = index;
    while (slash > from && text[slash - 1] === "\\") slash--;
    // an escaped backslash
    if ((index - slash) % 2 === 1) continue;
    plain += text.slice(from, index) + String.fromCharCode(Number.parseInt(code ?? other, 16));
    from = index + written.length;
    places.push(plain.length - 1);
    shorter.push(from - plain.length);
  }
  if (places.length === 0) return undefined;
  const rangesOf = (decoded: readonly Range[]) => {
    let at = 0;
    const original = (offset: number) => {
      while (at < places.length && (places[at] ?? 0) < offset) at++;
      return offset + (at === 0 ? 0 : (shorter[at - 1] ?? 0));
    };
    return decoded.map(({ start, end }) => ({ start: original(start), end: original(end) }));
  };
  return { start: 0, end: text.length, text: plain + text.slice(from), rangesOf };
}

/** One character, or all escapes of one. */
const percentUnit = /%[0-7][0-9A-Fa-f]|(?:%[89A-Fa-f][0-9A-Fa-f])+|[\s\S]/y;
const escapeUnit = /\\(?:u[0-9A-Fa-f]{4}|[\s\S])|[\s\S]/y;

/** Maps ranges of a decoded text, which are sorted, by decoding it once more. */
function rangesIn(
  offset: number,
  run: string,
  unit: RegExp,
  decode: (piece: string) => string | undefined,
) {
  return (decoded: readonly Range[]): Range[] => {
    let [read, length] = [0, 0];
    const readTo = (end: number) => {
      let before = read;
      while (read < run.length && length < end) {
        unit.lastIndex = read;
        const piece = unit.exec(run)?.[0] ?? " ";
        before = read;
        read += piece.length;
        length += piece.length === 1 ? 1 : (decode(piece)?.length ?? 1);
      }
      return length > end ? before : read;
    };
    return decoded.map(({ start, end }) => {
      const from = offset + readTo(start);
      readTo(end);
      return { start: from, end: offset + read };
    });
  };
}
