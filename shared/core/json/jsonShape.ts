/**
 * Checks the shape of a JSON text before it is parsed: hostile texts need much memory once parsed.
 */

import { encodeText } from "../bytes.ts";

/** Why a text is not parsed. */
type ShapeProblem =
  /** It cannot be JSON: it does not begin with a value, or ends inside one. */
  | "not-json"
  /** It is nested too deeply, or holds many values in few characters. */
  | "too-complex";

interface JsonShape {
  /** Reads the next bytes; returns a problem as soon as there is one. */
  read(bytes: Uint8Array): ShapeProblem | undefined;
  /** Call at the end of the text. */
  end(): ShapeProblem | undefined;
}

/** Depth that none of our documents and few others reach. */
const maxDepth = 256;
/** Values that any text may hold; above, each needs some bytes of text. */
const freeValues = 20_000;
/** An empty array takes 3 characters of text, and at least 16 bytes once parsed. */
const [bytesPerContainer, bytesPerValue] = [6, 3];

const [quote, backslash, comma, openArray, closeArray, openObject, closeObject] = [
  0x22, 0x5c, 0x2c, 0x5b, 0x5d, 0x7b, 0x7d,
];

/** Characters of a text that are checked in one step. */
const sliceCharacters = 65_536;

/** Checks a whole text. */
export function shapeProblem(text: string): ShapeProblem | undefined {
  const shape = createJsonShape();
  for (let at = 0; at < text.length; at += sliceCharacters) {
    const problem = shape.read(encodeText(text.slice(at, at + sliceCharacters)));
    if (problem) return problem;
  }
  return shape.end();
}

/** Creates a reader of one text in UTF-8; it checks brackets and sizes only, not the grammar. */
export function createJsonShape(): JsonShape {
  let [depth, containers, values, size] = [0, 0, 0, 0];
  let [isString, isEscaped, isStarted] = [false, false, false];

  return {
    read(bytes) {
      for (let at = 0; at < bytes.length; at++) {
        const byte = bytes[at];
        if (isEscaped) isEscaped = false;
        else if (isString) {
          if (byte === backslash) isEscaped = true;
          else if (byte === quote) isString = false;
        } else if (byte === openArray || byte === openObject) {
          isStarted = true;
          containers += 1;
          depth += 1;
          if (depth > maxDepth) return "too-complex";
        } else if (byte === closeArray || byte === closeObject) {
          depth -= 1;
          if (depth < 0) return "not-json";
        } else if (byte === comma) values += 1;
        else if (byte === quote) isString = true;
        // white space and the byte order mark may come before the value
        else if (!isStarted && byte !== undefined && byte > 0x20 && byte < 0x80) return "not-json";
      }
      size += bytes.length;
      const isDense =
        containers > freeValues + size / bytesPerContainer ||
        values > freeValues + size / bytesPerValue;
      return isDense ? "too-complex" : undefined;
    },
    end: () => (depth === 0 && isStarted && !isString ? undefined : "not-json"),
  };
}
