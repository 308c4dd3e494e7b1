/** Finds and decodes the encoded parts of a text: percent-encoding and the escapes of JSON. */
import { fromJsonString, stringLiterals } from "../../core/json/stringLiterals.ts";
import { percentDecoded } from "../../core/text/percentDecoded.ts";

/** A part of a text, decoded. */
interface DecodedPart {
  readonly text: string;
  readonly rangesOf: (decoded: readonly Range[]) => readonly Range[];
}

/** In UTF-16 units. */
interface Range {
  readonly start: number;
  readonly end: number;
}

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
      yield { text: decoded, rangesOf: rangesIn(start, run, percentUnit, percentDecoded) };
    }
  }
  if (text.includes("\\")) {
    for (const { start, end } of stringLiterals(text)) {
      const run = text.slice(start, end);
      if (!run.includes("\\")) continue;
      const decoded = fromJsonString(run);
      if (decoded === undefined) continue;
      yield { text: decoded, rangesOf: rangesIn(start, run, escapeUnit, fromJsonString) };
    }
  }
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
