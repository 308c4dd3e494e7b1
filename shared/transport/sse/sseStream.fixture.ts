/** Generates event streams, valid in every way the standard allows and some invalid ones. */
import type { SeededRandom } from "../../core/seededRandom.fixture.ts";

/** Ends a line. */
type EndOfLine = () => string;
type BlockFixture = (random: SeededRandom, end: EndOfLine) => string;

/** How the lines of a stream end. */
export const lineEnds = {
  LF: ["\n"],
  CRLF: ["\r\n"],
  CR: ["\r"],
  mixed: ["\n", "\r\n", "\r"],
} as const;

const lines = (end: EndOfLine, ...texts: string[]) => texts.map((text) => text + end()).join("");

const message: BlockFixture = (random, end) =>
  lines(end, `data: {"jsonrpc":"2.0","id":${random.between(1, 99)},"result":{}}`, "");
const named: BlockFixture = (random, end) =>
  lines(end, `event: ${random.pick(["message", "endpoint", ""])}`, "data: /messages", "");
const multiLineData: BlockFixture = (random, end) =>
  lines(end, ...Array.from({ length: random.between(2, 5) }, (_, n) => `data: ${n}`), "");
const multiByte: BlockFixture = (_random, end) => lines(end, "data: ä€😀é\u{2028}\u{feff}", "");
const emptyData: BlockFixture = (_random, end) => lines(end, "data:", "");
const priming: BlockFixture = (random, end) =>
  lines(end, `id: ${random.between(1, 99)}`, "data:", "");
const withId: BlockFixture = (random, end) =>
  lines(end, `id: e${random.between(1, 99)}`, "data: 1", "");
const idAlone: BlockFixture = (random, end) => lines(end, `id:${random.between(1, 99)}`, "");
const idForgotten: BlockFixture = (_random, end) => lines(end, "id", "data: 2", "");
const retry: BlockFixture = (random, end) => lines(end, `retry: ${random.between(0, 9999)}`, "");
const retryInWords: BlockFixture = (_random, end) => lines(end, "retry: soon", "data: 3", "");
const comment: BlockFixture = (random, end) =>
  lines(end, random.pick([": keep-alive", ":", ":ä"]), "");
const commentInside: BlockFixture = (_random, end) => lines(end, "data: a", ": b", "data: c", "");
const unknownField: BlockFixture = (_random, end) => lines(end, "when: now", "dataset: 4", "");
const noSpace: BlockFixture = (_random, end) => lines(end, "data:x", "data:  y", "data", "");
const blankLines: BlockFixture = (random, end) =>
  lines(end, ...Array.from({ length: random.between(1, 3) }, () => ""));

const blocks: readonly BlockFixture[] = [
  message,
  named,
  multiLineData,
  multiByte,
  emptyData,
  priming,
  withId,
  idAlone,
  idForgotten,
  retry,
  retryInWords,
  comment,
  commentInside,
  unknownField,
  noSpace,
  blankLines,
];

/** How a stream can end. */
const tails: readonly BlockFixture[] = [
  () => "",
  () => "data: never ended",
  (_random, end) => lines(end, "data: no blank line follows"),
  () => "id",
  (_random, end) => lines(end, ""),
];

/**
 * The bytes of a stream of up to 12 blocks.
 * One in four starts with a byte order mark, one in four has bytes that are no UTF-8.
 */
export function sseStream(random: SeededRandom, ends: readonly string[]): Uint8Array {
  const end = () => random.pick(ends);
  const chosen = Array.from({ length: random.between(0, 12) }, () => random.pick(blocks));
  const text = [...chosen, random.pick(tails)].map((block) => block(random, end)).join("");
  const mark = random.between(1, 4) === 1 ? "\u{feff}" : "";
  const bytes = new TextEncoder().encode(mark + text);
  if (random.between(1, 4) === 1 && bytes.length > 8) {
    for (let count = random.between(1, 3); count > 0; count--) {
      bytes[random.between(4, bytes.length - 1)] = random.pick([0xff, 0xe2, 0x80, 0xc0, 0]);
    }
  }
  return bytes;
}

/** Cuts bytes into chunks of 1 to `maxBytes` bytes. */
export function cut(bytes: Uint8Array, random: SeededRandom, maxBytes: number): Uint8Array[] {
  const chunks: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = at + random.between(1, maxBytes);
    chunks.push(bytes.subarray(at, end));
    at = end;
  }
  return chunks;
}
